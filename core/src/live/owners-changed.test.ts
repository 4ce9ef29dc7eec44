// Checks that a previous owner sees nothing of a queue after its owner changes.
import { expect, it } from 'vitest';
import { reduce } from './reduce.ts';
import { scope, scopeEvent, type Viewer } from './scope.ts';
import { emptyState, NOBODY, type Owner, type QueueToday } from './state.ts';
import { ann, channel, queue } from './testing/scene.ts';
import { createTracker } from './tracker/tracker.ts';

const of = (customerId: string): Owner => ({ customerId, callcenterId: `center-${customerId}` });
const viewer = (customerId: string): Viewer => ({ reach: 'customer', customerId, serverIds: [1] });
const caller = { kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.1') } as const;

it.each([
  ['whose parameters are known', [{ kind: 'queue-params', ...queue } as const]],
  ['of which only its people are known', []],
])('hides a queue from its previous owner: %s', (_, first) => {
  let sales = of('a');
  const tracker = createTracker({ id: 1, name: 'PBX' }, { ofQueue: () => sales, ofChannel: () => NOBODY });
  const [theirs, others] = [viewer('a'), viewer('b')].map((who) => ({ who, state: emptyState() }));
  if (theirs === undefined || others === undefined) throw new Error('two viewers');
  const hear = (events: ReturnType<typeof tracker.fact>): void => {
    for (const event of events)
      for (const { who, state } of [theirs, others]) {
        const seen = scopeEvent(event, who);
        if (seen !== null) reduce(state, seen);
      }
  };
  for (const fact of [...first, { kind: 'member', cause: 'QueueMemberStatus', ...ann } as const, caller])
    hear(tracker.fact(fact, 1_795_000_000_000));
  expect([theirs.state.members.size, theirs.state.callers.size, others.state.members.size]).toEqual([1, 1, 0]);
  sales = of('b');
  hear(tracker.ownersChanged(1_795_000_001_000));
  expect([theirs.state.queues.size, theirs.state.members.size, theirs.state.callers.size]).toEqual([0, 0, 0]);
  for (const { who, state } of [theirs, others]) expect(state).toEqual(scope(tracker.state, who));
  expect([...others.state.members.values()]).toMatchObject([{ owner: sales }]);
});

const TODAY: QueueToday = {
  ...{ day: '2026-11-18', received: 4, answered: 3, answeredInTime: 3, abandonedShort: 0, abandonedLong: 1 },
  ...{ abandonedInTime: 0, timedOut: 0, leftByKey: 0, noAgent: 0, full: 0, withdrawn: 0, waitSeconds: 30 },
  ...{ longestWaitSeconds: 12, talkSeconds: 200, completed: 3, formula: 3, thresholdSeconds: 20, serviceLevel: 75_000 },
};

it("does not pass today's figures of a queue to its next owner", () => {
  let sales = of('a');
  const tracker = createTracker({ id: 1, name: 'PBX' }, { ofQueue: () => sales, ofChannel: () => NOBODY });
  const at = 1_795_000_000_000;
  tracker.fact({ kind: 'queue-params', ...queue }, at);
  expect(tracker.today(queue.queue, TODAY, at)).toHaveLength(1);
  expect(tracker.today(queue.queue, TODAY, at)).toEqual([]);
  const todays = (): unknown[] => [...tracker.state.queues.values()].map((row) => row.today);
  expect(todays()).toEqual([TODAY]);
  sales = of('b');
  const events = tracker.ownersChanged(at + 1);
  expect(todays()).toEqual([null]);
  expect(JSON.stringify(events.filter((e) => e.kind === 'queues-snapshot'))).not.toContain(TODAY.day);
});

it('has no rows after the end of the PBX server', () => {
  const tracker = createTracker({ id: 1, name: 'PBX' }, { ofQueue: () => of('a'), ofChannel: () => NOBODY });
  tracker.fact({ kind: 'queue-params', ...queue }, 1_795_000_000_000);
  expect(tracker.end(1_795_000_001_000).map((e) => e.kind)).toEqual(['server-removed']);
  expect(tracker.state).toEqual(emptyState());
});
