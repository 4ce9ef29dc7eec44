// Tests the counters of an agent in several queues at the end of a call, before the next read. With `shared_lastcall` Asterisk counts a
// call in every queue of the agent, and all of them then have the same last call. No event announces it.
import { expect, it } from 'vitest';
import { agentLeg, ann, createScene, offer, queue, type Scene } from './testing/scene.ts';

const LAST = 1_795_000_100;
const complete = { kind: 'agent-complete', ...offer, holdSeconds: 1, talkSeconds: 9, reason: 'caller' } as const;

/** The agent talks in `sales`. `otherLastCall`: their last call in `support`, epoch seconds. */
const talking = (otherLastCall: number): Scene => {
  const scene = createScene();
  scene.see({ kind: 'queue-params', ...queue, queue: 'support' });
  scene.see({ kind: 'member', cause: 'QueueMember', ...ann, lastCall: LAST });
  const support = { queue: 'support', callsTaken: 7, lastCall: otherLastCall };
  scene.see({ kind: 'member', cause: 'QueueMember', ...ann, ...support });
  scene.see({ kind: 'agent-called', ...offer });
  scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 1, ringSeconds: 1 });
  return scene;
};
const counters = (scene: Scene) =>
  ['sales', 'support'].map((name) => {
    const { callsTaken, lastCall } = scene.member(name);
    return [callsTaken, lastCall];
  });

it('counts the call at once in each queue with the same last call', () => {
  const scene = talking(LAST);
  scene.see(complete);
  expect(counters(scene)).toEqual([
    [3, scene.at],
    [8, scene.at],
  ]);
});

it('counts the call once when the agent’s channel ends before AgentComplete arrives', () => {
  const scene = talking(LAST);
  scene.see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: '' });
  const { at } = scene;
  scene.see(complete);
  expect(counters(scene)).toEqual([
    [3, at],
    [8, at],
  ]);
});

it('counts the call only in its own queue when the queues count for themselves', () => {
  for (const otherLastCall of [0, LAST - 60]) {
    const scene = talking(otherLastCall);
    scene.see(complete);
    expect(counters(scene)).toEqual([
      [3, scene.at],
      [7, otherLastCall === 0 ? null : otherLastCall * 1000],
    ]);
  }
});

it('keeps the counters of a list that has the call already', () => {
  const scene = talking(LAST);
  for (const [name, callsTaken] of [
    ['sales', 3],
    ['support', 8],
  ] as const)
    scene.see({ kind: 'member', cause: 'QueueMember', ...ann, queue: name, callsTaken, lastCall: LAST + 9 });
  scene.see(complete);
  expect(counters(scene)).toEqual([
    [3, (LAST + 9) * 1000],
    [8, (LAST + 9) * 1000],
  ]);
});
