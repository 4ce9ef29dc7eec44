// Starts a console with a morning of calls of two customers, and calls on days with daylight saving changes, for tests of the queue report.
import { expect } from 'vitest';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import type { MemberRow, Owner } from '@ringside/core/live/state.ts';
import { createEventStore } from '../../../live/event-store.ts';
import { readOwners } from '../../../live/owner-queries.ts';
import { createOwners, type Owners } from '../../../live/owners.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTwins } from '../../../testing/start-twins.ts';
import type { World } from '../../../testing/side.ts';

const DAY = '2026-11-18';
export const NOON = Date.parse(`${DAY}T12:00:00Z`);
export const HOUR = 3_600_000;
const OUTCOMES: readonly Outcome[] = [
  ...(['answered', 'answered', 'answered', 'abandoned', 'abandoned'] as const),
  ...(['timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const),
];

/** The morning in UTC, which is the time zone of neither customer. */
export const DAYS = `from=${DAY}T00:00:00Z&to=2026-11-19T00:00:00Z&timeZone=UTC`;

export const inDay = ({ at }: LiveEvent): boolean => new Date(at).toISOString().startsWith(DAY);

export const fail = (error: unknown): void => {
  throw error;
};

/** Deterministic random numbers. */
const createDice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const createCalls = (owners: Owners) => {
  const events: LiveEvent[] = [];
  let serial = 0;
  return {
    events,
    stay: (serverId: number, queue: string, outcome: Outcome, at: number, waitSeconds: number, owner?: Owner): void => {
      const whose = owner ?? owners.ofQueue(serverId, queue);
      events.push({
        ...{ kind: 'outcome', serverId, queue, outcome, at, waitSeconds, owner: whose },
        ...{ uniqueid: `u${serial++}`, linkedid: `l${serial}`, callerNumber: '1', callerName: '' },
        ...{ joinedAt: at - waitSeconds * 1000, agentInterface: null, agentName: null },
      });
    },
    talk: (
      serverId: number,
      queue: string,
      at: number,
      talkSeconds: number | null,
      reason: string,
      completes = true,
    ): void => {
      events.push({
        ...{ kind: 'member', cause: 'AgentComplete', serverId, at, completes, talkSeconds, reason, holdSeconds: 1 },
        ...{
          ringMs: null,
          uniqueid: null,
          row: { queue, owner: owners.ofQueue(serverId, queue), callOwner: null } as MemberRow,
        },
      });
    },
  };
};
type Calls = ReturnType<typeof createCalls>;

const morning = ({ a, b }: World, { stay, talk }: Calls): void => {
  const dice = createDice(7);
  for (const [serverId, queue] of [
    [a.endpointId, 'support'],
    [a.endpointId, 'sales'],
    [b.endpointId, 'support'],
    [b.endpointId, 'nobody-registered-it'],
  ] as const) {
    for (let i = 0; i < 150; i++) {
      const at = NOON - 6 * HOUR + dice(11 * HOUR);
      stay(serverId, queue, OUTCOMES[dice(OUTCOMES.length)] ?? 'answered', at, dice(5) === 0 ? dice(400) : dice(30));
      if (dice(2) === 0) talk(serverId, queue, at + 60_000, dice(10) === 0 ? null : dice(900), OUTCOMES[dice(3)] ?? '');
      if (dice(8) === 0) talk(serverId, queue, at + 61_000, dice(900), 'transfer', dice(4) > 0);
    }
  }
};

const otherDays = ({ a, b }: World, { stay }: Calls): void => {
  // The queue's name belonged to another customer before. Each customer sees only their own calls.
  stay(a.endpointId, 'sales', 'answered', NOON, 3, { customerId: b.customerId, callcenterId: null });
  // The previous day for comparison, daylight saving changes, and a year ago.
  for (let i = 0; i < 4; i++) stay(a.endpointId, 'support', 'answered', NOON - 24 * HOUR + i * 1000, 10);
  // Madrid: 02:30 occurs twice on October 25 and never on March 29.
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) {
    stay(a.endpointId, 'support', 'answered', Date.parse(at), 1);
  }
  for (const at of ['2026-03-28T22:59:59Z', '2026-03-29T00:59:00Z', '2026-03-29T01:01:00Z', '2026-03-29T22:00:00Z']) {
    stay(a.endpointId, 'support', 'answered', Date.parse(at), 1);
  }
};

/** Creates the sales desk of the first customer with its queue. */
const makeDesk = async (running: TestConsole, world: World): Promise<{ deskId: string; salesId: string }> => {
  const must = async (path: string, body: unknown): Promise<string> => {
    const answer = await running.call(world.platform['administrator'] ?? '', 'POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body.id;
  };
  const settings = { slaFormula: 6, slaTargetSeconds: 10, shortAbandonSeconds: 3, timezone: 'UTC' };
  const deskId = await must('/callcenters', {
    ...{ customerId: world.a.customerId, name: 'Sales desk', code: 'sales', ...settings },
  });
  const sales = { callcenterId: deskId, serverId: world.a.endpointId, name: 'sales', label: 'Sales line' };
  return { deskId, salesId: await must('/queues', sales) };
};

export const startMorning = async () => {
  const { server: running, world } = await startTwins();
  const desk = await makeDesk(running, world);
  const owners = createOwners();
  owners.replace(await readOwners(running.deps.db));
  const calls = createCalls(owners);
  morning(world, calls);
  otherDays(world, calls);
  const store = createEventStore(running.deps.db, fail);
  store.append(calls.events);
  await store.close();

  const token = (role: 'admin' | 'a' | 'b' | 'supervisor' | 'auditor'): string =>
    (role === 'admin'
      ? world.platform['administrator']
      : role === 'a' || role === 'b'
        ? world[role].tokens['customer-admin']
        : world.a.tokens[role]) ?? '';
  const report = async (who: Parameters<typeof token>[0], query: string): Promise<QueueReport> => {
    const answer = await running.call(token(who), 'GET', `/reports/queues?${query}`);
    expect([answer.status, answer.body?.errors ?? '']).toEqual([200, '']);
    return answer.body;
  };
  return { ...desk, running, world, owners, events: calls.events as readonly LiveEvent[], token, report };
};
export type Morning = Awaited<ReturnType<typeof startMorning>>;
