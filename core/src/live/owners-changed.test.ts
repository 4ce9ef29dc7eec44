// Checks that a previous owner sees nothing of a queue after its owner changes.
import { expect, it } from 'vitest';
import { reduce } from './reduce.ts';
import { scope, scopeEvent, type Viewer } from './scope.ts';
import { emptyState, NOBODY, type Owner } from './state.ts';
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
