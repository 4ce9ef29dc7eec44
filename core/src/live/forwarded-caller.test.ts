// Tests a caller who was forwarded to a queue through a Local channel, with the event order of Asterisk 22. The caller's own channel
// replaces the Local channel once an agent answers, and AgentComplete names the caller's channel.
import { expect, it } from 'vitest';
import type { LiveEvent } from './event.ts';
import { agentLeg, channel, createScene, offer, type Scene } from './testing/scene.ts';

const trunk = channel('pbx.0');
const local = channel('pbx.2', { channel: 'Local/105@forward-00000000;2', linkedid: 'pbx.0' });
const leg = { ...agentLeg, uniqueid: 'pbx.3', linkedid: 'pbx.0' };
const call = { ...offer, caller: local, agent: leg };
const gone = { cause: 16, causeText: '' };
const bridge = { bridgeId: 'b', bridgeType: 'basic' };

const talking = (): Scene => {
  const scene = createScene();
  scene.see({ kind: 'channel', cause: 'Newchannel', ...trunk });
  scene.see({ kind: 'channel', cause: 'Newchannel', ...local });
  scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: local });
  scene.see({ kind: 'channel', cause: 'Newchannel', ...leg });
  scene.see({ kind: 'agent-called', ...call });
  scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: local });
  scene.see({ kind: 'agent-connect', ...call, holdSeconds: 1, ringSeconds: 1 });
  scene.see({ kind: 'bridge-enter', ...leg, ...bridge, swapUniqueid: '' });
  scene.see({ kind: 'bridge-enter', ...trunk, ...bridge, swapUniqueid: local.uniqueid });
  scene.see({ kind: 'hangup', ...local, ...gone });
  return scene;
};
const ends = (events: readonly LiveEvent[]) =>
  events.flatMap((e) =>
    e.kind === 'member' && e.cause === 'AgentComplete' ? [[e.uniqueid, e.completes, e.talkSeconds]] : [],
  );
const complete = {
  kind: 'agent-complete',
  ...call,
  caller: trunk,
  holdSeconds: 1,
  talkSeconds: 9,
  reason: 'caller',
} as const;

it('shows the forwarded caller in the call until its end', () => {
  const scene = talking();
  expect(scene.member()).toMatchObject({ incall: true, callerNumber: '+34912345678' });
  expect(scene.calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer' }]);
});

it('completes the call once, under the unique ID that the queue used for the caller', () => {
  const scene = talking();
  const before = scene.sales()?.completed ?? 0;
  const told = [
    scene.see(complete),
    scene.see({ kind: 'hangup', ...leg, ...gone }),
    scene.see({ kind: 'hangup', ...trunk, ...gone }),
  ];
  expect(told.flatMap(ends)).toEqual([['pbx.2', true, 9]]);
  expect(scene.sales()?.completed).toBe(before + 1);
  expect(scene.member()).toMatchObject({ incall: false, callsTaken: 3, lastTalktime: 9 });
});

it('completes the call once when the channels end before an AgentComplete that names no channel', () => {
  const scene = talking();
  const before = scene.sales()?.completed ?? 0;
  const nobody = { ...complete, caller: { ...trunk, uniqueid: '', channel: '' }, agent: null };
  const told = [
    scene.see({ kind: 'hangup', ...trunk, ...gone }),
    scene.see({ kind: 'hangup', ...leg, ...gone }),
    scene.see(nobody),
  ];
  expect(told.flatMap(ends).map(([id, completes]) => [id, completes])).toEqual([['pbx.2', true]]);
  expect(scene.sales()?.completed).toBe(before + 1);
  scene.tracker.settle(scene.at + 60_000);
  expect(scene.tracker.held()).toBe(0);
});
