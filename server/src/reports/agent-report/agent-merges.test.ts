// Merging two agent names of one person: reports show one row, also for packed days and later events. Splitting restores both
// rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import type { AgentMerge, MergePreview } from '@ringside/core/contract/reports/agent-merges.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { storeEvents } from '../../live/event-queries.ts';
import { readAgentFigures } from '../checks/check-queries.ts';
import { AGENT_DAYS } from './agent-days.ts';
import { packDays } from '../pack-days.ts';

const OLD = 'Agent/7';
const NOW = 'PJSIP/twin-a-107';
const BEN = 'PJSIP/twin-a-102';
let running: TestConsole;
let world: World;
let serial = 0;

/** Stores a session from nine to five with one call of ten minutes. */
const storeDay = async (day: string, agent: string, name: string): Promise<void> => {
  const { customerId, callcenterId, endpointId } = world.a;
  const rows = [
    ['09:00', 'QueueMemberAdded', null, null],
    ['10:00', 'AgentConnect', null, `c${day}${agent}`],
    ['10:10', 'AgentComplete', 600, `c${day}${agent}`],
    ['17:00', null, null, null],
  ].map(([at, cause, talkSeconds, uniqueid]) => ({
    ...{ server_id: endpointId, id: (serial += 1), at: `${day}T${at}:00Z`, queue: 'support' },
    kind: cause === null ? 'member-removed' : 'member',
    event: {
      ...{ cause, talkSeconds, uniqueid },
      row: { owner: { customerId, callcenterId }, interface: agent, name, incall: cause === 'AgentConnect' },
    },
  }));
  await storeEvents(
    running.deps.db,
    sql`select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as x(server_id integer, id bigint, at timestamptz, kind text, queue text, event jsonb)`,
  );
};

const pack = () => packDays(running.deps.db, AGENT_DAYS, Date.parse('2026-11-01T00:00:00Z'));
const token = (who: 'a' | 'b'): string => world[who].tokens['customer-admin'] ?? '';
const agents = async (): Promise<unknown[]> => {
  const path = '/reports/agents?from=2026-10-10T00:00:00Z&to=2026-10-20T00:00:00Z&timeZone=UTC';
  const { data } = (await running.call(token('a'), 'GET', path)).body as AgentReport;
  return data.map((row) => [row.label, row.interface, row.sessions, row.sessionSeconds / 3600, row.taken]);
};
const two = (from: string, into: string) => ({ serverId: world.a.endpointId, interface: from, into });
const merge = (who: string, from: string, into: string) =>
  running.call(who, 'POST', '/reports/agents/merges', two(from, into));

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  await storeDay('2026-10-12', OLD, 'Ana (old)');
  await storeDay('2026-10-13', OLD, 'Ana (old)');
  await storeDay('2026-10-13', NOW, 'Ana');
  await storeDay('2026-10-14', NOW, 'Ana');
  await storeDay('2026-10-14', BEN, 'Ben');
  await pack();
});
afterAll(() => running?.close());

const ASUNDER = [
  ['Ana', NOW, 2, 16, 2],
  ['Ana (old)', OLD, 2, 16, 2],
  ['Ben', BEN, 1, 8, 1],
];

describe('merging two agents', () => {
  it('requires permission and access to both agents', async () => {
    const refused = async (who: string, from: string, into: string) => (await merge(who, from, into)).status;
    expect(await refused(token('b'), OLD, NOW)).toBe(404);
    expect(await refused(world.a.tokens['supervisor'] ?? '', OLD, NOW)).toBe(403);
    expect(await refused(token('a'), OLD, 'PJSIP/nobody')).toBe(404);
    expect(await refused(token('a'), OLD, OLD)).toBe(422);
    expect(await agents()).toEqual(ASUNDER);
  });

  it('previews the number of facts that it moves', async () => {
    const query = new URLSearchParams({ serverId: String(world.a.endpointId), interface: OLD, into: NOW });
    const answer = await running.call(token('a'), 'GET', `/reports/agents/merges/preview?${query.toString()}`);
    expect(answer.body satisfies MergePreview).toEqual({
      ...{ name: 'Ana (old)', intoName: 'Ana', moments: 8, calls: 2, days: 2, daysTogether: 1 },
      ...{ firstAt: '2026-10-12T09:00:00.000Z', lastAt: '2026-10-13T17:00:00.000Z' },
    });
    expect(await agents()).toEqual(ASUNDER);
  });

  it('shows one row for packed days, unpacked days and later events, and can be undone', async () => {
    const made = await merge(token('a'), OLD, NOW);
    expect([made.status, made.body]).toMatchObject([201, { interface: OLD, intoInterface: NOW, intoName: 'Ana' }]);
    const together = [
      ['Ana', NOW, 3, 24, 4],
      ['Ben', BEN, 1, 8, 1],
    ];
    expect(await agents()).toEqual(together);
    await pack();
    expect(await agents()).toEqual(together);
    // An imported log still uses the old name.
    await storeDay('2026-10-11', OLD, 'Ana (old)');
    expect((await agents())[0]).toEqual(['Ana', NOW, 4, 32, 5]);
    // The nightly check compares the events of the original names.
    const figures = await readAgentFigures(
      running.deps.db,
      world.a.customerId,
      new Date('2026-10-10'),
      new Date('2026-10-20'),
    );
    expect(figures.get(`${world.a.endpointId}/${OLD} taken`)).toBe(3);

    // An agent who is the target of a merge cannot be merged. The other customer gets 404.
    expect((await merge(token('a'), NOW, BEN)).status).toBe(409);
    const listed = async (who: 'a' | 'b') =>
      (await running.call(token(who), 'GET', '/reports/agents/merges')).body.data as AgentMerge[];
    expect(await listed('b')).toEqual([]);
    const [row] = await listed('a');
    const part = (who: string) => running.call(who, 'DELETE', `/reports/agents/merges/${row?.id}`);
    expect((await part(token('b'))).status).toBe(404);
    expect((await part(token('a'))).status).toBe(204);
    const apart = [ASUNDER[0], ['Ana (old)', OLD, 3, 24, 3], ASUNDER[2]];
    expect(await agents()).toEqual(apart);
    await pack();
    expect(await agents()).toEqual(apart);
    const trail = await running.call(token('a'), 'GET', '/audit?resource=report');
    const told: { action: string; resourceName: string }[] = trail.body.data;
    expect(told.filter((e) => e.resourceName.includes('→')).map((e) => [e.action, e.resourceName])).toEqual([
      ['delete', 'Ana (old) → Ana'],
      ['create', 'Ana (old) → Ana'],
    ]);
  });
});
