import { expect, it } from 'vitest';
import { differingQueues, type QueueLists } from './differing-queues.ts';
import { ann, channel, createScene, queue } from './testing/scene.ts';

const lists: QueueLists = { queues: [queue], members: [ann], entries: [] };
const entry = { queue: 'sales', position: 1, channel: 'c', uniqueid: 'u', callerIdNum: '', callerIdName: '' };
const waiting = { ...entry, connectedLineNum: '', connectedLineName: '', waitSeconds: 3, priority: 0 };

it.each<[string, QueueLists, string[]]>([
  ['nothing', lists, []],
  ['counters that were reset', { ...lists, queues: [{ ...queue, completed: 0 }] }, ['sales']],
  ['a parameter', { ...lists, queues: [{ ...queue, strategy: 'linear' }] }, ['sales']],
  ['a new queue', { ...lists, queues: [queue, { ...queue, queue: 'help' }] }, ['help']],
  ['a queue that is gone', { queues: [], members: [], entries: [] }, ['sales']],
  ['a member that is gone', { ...lists, members: [] }, ['sales']],
  ['a new member', { ...lists, members: [ann, { ...ann, interface: 'PJSIP/acme-102' }] }, ['sales']],
  ['a penalty', { ...lists, members: [{ ...ann, penalty: 3 }] }, ['sales']],
  ['a caller', { ...lists, entries: [waiting] }, ['sales']],
])('finds %s', (_, found, expected) => {
  const scene = createScene();
  expect(differingQueues(scene.tracker.state, 1, found, scene.at)).toEqual(expected);
});

it('reports a changed priority and the new caller name after an attended transfer', () => {
  const scene = createScene();
  const caller = channel('pbx.1');
  scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller });
  const { callerIdNum, callerIdName, connectedLineNum, connectedLineName } = caller;
  const same = { ...waiting, uniqueid: 'pbx.1', channel: caller.channel, callerIdNum, callerIdName };
  const listed = { ...same, connectedLineNum, connectedLineName };
  const of = (more: object) =>
    differingQueues(scene.tracker.state, 1, { ...lists, entries: [{ ...listed, ...more }] }, scene.at + 3_000);
  expect([of({}), of({ priority: 5 }), of({ callerIdName: 'Ivy' })]).toEqual([[], ['sales'], ['sales']]);
});

it('reports a caller whose join event arrived late and ignores a difference of one second of rounding', () => {
  const scene = createScene();
  const caller = channel('pbx.1');
  scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller });
  const { callerIdNum, callerIdName, connectedLineNum, connectedLineName } = caller;
  const shown = { callerIdNum, callerIdName, connectedLineNum, connectedLineName };
  const listed = { ...waiting, uniqueid: 'pbx.1', channel: caller.channel, ...shown };
  const after = (ms: number) => differingQueues(scene.tracker.state, 1, { ...lists, entries: [listed] }, scene.at + ms);
  // The list says 3 s, so more than 2 s have passed in any case.
  expect([after(1_900), after(2_000), after(60_000)]).toEqual([['sales'], [], []]);
});
