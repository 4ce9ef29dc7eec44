// G17: costs of the live state as it grows. Each line prints the CPU time of one step at each size. A step that changes the same rows must
// cost the same, however much else exists. Snapshots are made in parts, and the longest part counts.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState, NOBODY, type LiveState } from '@ringside/core/live/state.ts';
import { aCaller, aMember, aQueue } from '@ringside/core/live/testing/rows.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { answerTo } from '../../server/src/live/answers.ts';
import { createAudienceIndex } from '../../server/src/live/audience-index.ts';
import { createOwners } from '../../server/src/live/owners.ts';
import { createAudience } from '../../server/src/live/socket/audience.ts';
import { createToday } from '../../server/src/live/today.ts';
import { median, table, type Result } from '../harness.ts';

const ROUNDS = 5;
const STEPS = 2_000;
const IN_QUEUE = 10;
const AT = 1_795_233_000_000;
const HOUR_MS = 3_600_000;
const OWNERS = { ofQueue: () => NOBODY, ofChannel: () => NOBODY };

interface Line {
  readonly what: string;
  readonly sizes: readonly number[];
  /** Prepares the given size. Returns one step, which leaves the same size behind. */
  prepare(size: number): (i: number) => unknown;
}

const fail = (error: unknown): never => {
  throw error;
};
const queueOf = (i: number): string => `q${Math.floor(i / IN_QUEUE)}`;

const fill = (events: (event: LiveEvent) => unknown, members: number, callers: number): void => {
  for (let i = 0; i < Math.max(members, callers); i += IN_QUEUE)
    events({ kind: 'queue', serverId: 1, at: AT, row: aQueue({ name: queueOf(i) }) });
  for (let i = 0; i < members; i++) {
    const row = aMember({ queue: queueOf(i), interface: `PJSIP/${i}` });
    const report = {
      completes: false,
      holdSeconds: null,
      talkSeconds: null,
      ringMs: null,
      reason: null,
      uniqueid: null,
    };
    events({ kind: 'member', serverId: 1, at: AT, cause: 'QueueMember', row, ...report });
  }
  for (let i = 0; i < callers; i++) {
    const row = aCaller({ queue: queueOf(i), uniqueid: `pbx.${i}`, position: (i % IN_QUEUE) + 1 });
    events({ kind: 'caller', serverId: 1, at: AT, row });
  }
};

const stateWith = (members: number, callers: number): LiveState => {
  const state = emptyState();
  fill((event) => reduce(state, event), members, callers);
  return state;
};

const party = (uniqueid: string) => ({
  channel: 'PJSIP/x',
  callerIdNum: '',
  callerIdName: '',
  uniqueid,
  linkedid: uniqueid,
});

const LINES: readonly Line[] = [
  {
    what: 'full re-read of one queue, by members',
    sizes: [40, 2_000, 20_000],
    prepare: (size) => {
      const state = stateWith(size, 0);
      const members = state.members.rowsWith('queue', '1\tq0');
      const queues = state.queues.rowsWith('server', '1').slice(0, 1);
      const base = { kind: 'queues-snapshot', serverId: 1, at: AT, queue: 'q0', owner: NOBODY } as const;
      return () => reduce(state, { ...base, queues, members, callers: [] });
    },
  },
  {
    what: 'a caller joins and leaves, by waiting callers',
    sizes: [10, 1_000, 20_000],
    prepare: (size) => {
      const state = stateWith(0, size);
      const row = aCaller({ queue: 'q0', uniqueid: 'pbx.new', position: IN_QUEUE + 1 });
      const left = { queue: 'q0', owner: NOBODY, uniqueid: 'pbx.new', position: IN_QUEUE + 1, count: IN_QUEUE };
      return () => {
        reduce(state, { kind: 'caller', serverId: 1, at: AT, row });
        reduce(state, { kind: 'caller-left', serverId: 1, at: AT, ...left });
      };
    },
  },
  {
    what: 'a hang-up of any call, by waiting callers',
    sizes: [10, 1_000, 20_000],
    prepare: (size) => {
      const tracker = createTracker({ id: 1, name: 'one' }, OWNERS);
      fill((event) => reduce(tracker.state, event), 0, size);
      return (i) => tracker.fact({ kind: 'hangup', ...party(`pbx.other${i}`), cause: 16, causeText: '' }, AT);
    },
  },
  {
    what: 'an event of one customer, by views of others',
    sizes: [1, 200, 4_000],
    prepare: (size) => {
      const index = createAudienceIndex();
      for (let i = 0; i < size; i++)
        index.add(createAudience({ reach: 'customer', customerId: `c${i}`, serverIds: [1] }, () => 20, fail));
      const row = aMember({ owner: { customerId: 'c0', callcenterId: null } });
      const event: LiveEvent = { kind: 'queue', serverId: 1, at: AT, row: aQueue({ owner: row.owner }) };
      return () => [...index.of(event)];
    },
  },
  {
    what: 'the owner of a device, by devices',
    sizes: [1_000, 49_000, 100_000],
    prepare: (size) => {
      const owners = createOwners();
      const names = Array.from({ length: size }, (_, i) => ({
        ...{ serverId: 1, kind: 'device' as const, name: `c${i % 1_000}-${i}`, customerId: `c${i % 1_000}` },
      }));
      owners.replace({ queues: [], names });
      return (i) => owners.ofDevice(1, `PJSIP/c${((i * 7) % size) % 1_000}-${(i * 7) % size}`);
    },
  },
  {
    what: 'the check for the end of the day, by queues',
    sizes: [50, 1_000, 5_000],
    prepare: (size) => {
      const none = { countedSoFar: () => Promise.resolve([]) };
      const today = createToday(1, createOwners(), none, () => undefined, fail);
      for (let i = 0; i < size; i++) today.figuresOf(`q${i}`, AT);
      today.settle(AT);
      return (i) => today.settle(AT + (i % HOUR_MS));
    },
  },
];

const micros = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const short = (us: number): string => (us < 10 ? us.toFixed(2) : us.toFixed(0));

const grown = ({ what, sizes, prepare }: Line): Result => {
  const steps = sizes.map((size) => ({ size, step: prepare(size), taken: [] as number[] }));
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { step, taken } of steps) {
      const us = micros(() => {
        for (let i = 0; i < STEPS; i++) step(i);
      });
      if (round > 0) taken.push(us / STEPS);
    }
  const costs = steps.map(({ taken }) => median(taken));
  const factor = (costs.at(-1) ?? 0) / (costs[0] ?? 1);
  console.log(table([[what], ...steps.map(({ size }, i) => [String(size), `${short(costs[i] ?? 0)} µs`])]));
  const reached = `${costs.map(short).join(' → ')} µs, ${factor.toFixed(1)} ×`;
  return { goal: 'G17', what: `${what} (${sizes.join(', ')})`, reached, aim: '≤ 2 ×', met: factor <= 2 };
};

/** The longest part of the answer to QueueStatus for platform staff, with nothing else on the thread. */
const longestPart = (queues: number): Result => {
  const state = stateWith(queues * IN_QUEUE, 0);
  const server = { id: 1, name: 'one', connected: true, stale: false, since: AT, lastEventAt: AT, version: null };
  state.servers.set('1', { ...server, startedAt: null, problem: null, maintenance: null });
  const longest = Array.from({ length: ROUNDS }, () => {
    let most = 0;
    let from = performance.now();
    const asked = { action: 'QueueStatus', serverId: null, queue: null } as const;
    for (const _ of answerTo(state, { reach: 'platform' }, asked, AT)) {
      most = Math.max(most, performance.now() - from);
      from = performance.now();
    }
    return most;
  });
  const ms = median(longest);
  const what = `longest part of a snapshot of ${queues} queues`;
  return { goal: 'G17', what, reached: `${ms.toFixed(1)} ms`, aim: '< 20 ms', met: ms < 20 };
};

export const measure = async (): Promise<Result[]> => [...LINES.map(grown), ...[50, 500, 2_000].map(longestPart)];
