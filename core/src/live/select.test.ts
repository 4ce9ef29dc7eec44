// Tests the body of GET /api/live with a recorded session, and the shown state of agents.
import { describe, expect, it } from 'vitest';
import { transcript } from '../../../lab/transcripts.ts';
import { decode } from '../asterisk/decode.ts';
import { createFramer } from '../asterisk/frame.ts';
import { agentState, toLive } from './select.ts';
import { emptyState, NOBODY, type CallerRow, type MemberRow } from './state.ts';
import { aMember, aQueue } from './testing/rows.ts';
import { createTracker } from './tracker/tracker.ts';

const NOW = 1_795_000_000_000;

const member = (more: Partial<MemberRow>): MemberRow => aMember({ since: NOW, ...more });

describe('agentState', () => {
  it.each<[string, Partial<MemberRow>, number | undefined]>([
    ['available', {}, undefined],
    ['available', { status: 0 }, undefined],
    ['unavailable', { status: 5 }, undefined],
    ['unavailable', { status: 4 }, undefined],
    ['ringing', { status: 6 }, undefined],
    ['ringing', { status: 7 }, undefined],
    // A phone without call waiting is busy while it rings.
    ['ringing', { status: 3, ringing: true }, undefined],
    ['incall', { status: 3 }, undefined],
    ['incall', { status: 2 }, undefined],
    ['incall', { status: 8 }, undefined],
    ['paused', { paused: true }, undefined],
    ['paused', { paused: true, status: 5 }, undefined],
    ['incall', { paused: true, incall: true }, undefined],
    ['ringing', { paused: true, ringing: true }, undefined],
    ['wrapup', { lastCall: NOW - 4_000, wrapupSeconds: 5 }, undefined],
    ['available', { lastCall: NOW - 5_000, wrapupSeconds: 5 }, undefined],
    ['wrapup', { lastCall: NOW - 9_000 }, 10],
  ])('%s with %j', (shown, more, wrapup) => expect(agentState(member(more), NOW, wrapup)).toBe(shown));
});

describe('GET /api/live', () => {
  const busy = () => {
    const tracker = createTracker({ id: 7, name: 'Madrid' }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
    tracker.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1 }, NOW);
    let full = false;
    const framer = createFramer({
      greeting: () => undefined,
      overlong: () => undefined,
      block: (text) => {
        const fact = decode(text);
        // Stop at the busiest moment. All calls hang up later.
        const { calls, callers, queues, members } = tracker.state;
        full ||= [calls, queues, members].every((rows) => rows.size > 3) && callers.size > 0;
        if (fact && !full) tracker.fact(fact, NOW);
      },
    });
    framer.push(transcript('02-busy-snapshots').toString('latin1'));
    return toLive(tracker.state, NOW + 61_000, 'US');
  };
  const live = busy();
  const keysOf = (row: object | undefined): string[] => Object.keys(row ?? {}).sort();

  it('has exactly the fields of the API', () => {
    const words = (text: string): string[] => text.split(' ').sort();
    expect(keysOf(live)).toEqual(words('servers queues calls'));
    expect(keysOf(live.servers[0])).toEqual(
      words('id name connected stale since lastEventAt version maintenance calls quality'),
    );
    expect(keysOf(live.servers[0]?.quality)).toEqual(words('lp rlp rtt rxjitter txjitter'));
    expect(keysOf(live.queues[0])).toEqual(
      words(
        'serverId name max strategy holdtime talktime completed abandoned serviceLevel serviceLevelPerf weight members callers today',
      ),
    );
    const { members } = live.queues.find((q) => q.members.length > 0) ?? { members: [] };
    expect(keysOf(members[0])).toEqual(
      words(
        'name interface membership penalty callsTaken lastCall status ringing paused pausedReason lastHoldtime lastTalktime incall busyElsewhere incallSince channel callerNumber callerName since',
      ),
    );
    const { callers } = live.queues.find((q) => q.callers.length > 0) ?? { callers: [] };
    expect(keysOf(callers[0])).toEqual(
      words(
        'position status channel uniqueid callerIdNum callerIdName connectedLineNum connectedLineName wait joinedAt answeredAt',
      ),
    );
    expect(keysOf(live.calls[0])).toEqual(
      words(
        'serverId serverName linkedid uniqueid channel state stateDesc startedAt duration source destination queue agent',
      ),
    );
    expect(keysOf(live.calls[0]?.source)).toEqual(words('raw number country'));
  });

  it('counts each call on its own server', () => {
    expect(live.servers).toMatchObject([{ id: 7, name: 'Madrid', calls: live.calls.length, stale: true }]);
    expect(live.calls.length).toBeGreaterThan(3);
    for (const call of live.calls) expect(call).toMatchObject({ serverId: 7, serverName: 'Madrid' });
  });

  it('lists members and callers under their queue and server, callers in order and with their wait', () => {
    const state = emptyState();
    const queue = (serverId: number, name: string) =>
      state.queues.set(`${serverId}\t${name}`, aQueue({ serverId, name }));
    for (const id of [1, 2]) for (const name of ['sales', 'support']) queue(id, name);
    state.members.set('a', member({ serverId: 2, callerName: '"Bob" <\u202e101>', callerNumber: '<101>' }));
    const caller = (position: number): CallerRow => ({
      serverId: 2,
      queue: 'sales',
      owner: NOBODY,
      position,
      status: 1,
      channel: 'c',
      uniqueid: `u${position}`,
      linkedid: null,
      callerIdNum: '+442079460958',
      callerIdName: '"Zoë"',
      connectedLineNum: '',
      connectedLineName: '',
      priority: 0,
      joinedAt: NOW - 10_500 * position,
      answeredAt: position === 2 ? NOW - 1_000 : null,
    });
    for (const position of [3, 1, 2]) state.callers.set(`c${position}`, caller(position));
    const shown = toLive(state, NOW, null).queues;
    expect(shown.map((q) => [q.serverId, q.name, q.members.length, q.callers.length])).toEqual([
      [1, 'sales', 0, 0],
      [1, 'support', 0, 0],
      [2, 'sales', 1, 3],
      [2, 'support', 0, 0],
    ]);
    expect(shown[2]?.callers.map((c) => [c.position, c.wait, c.callerIdName])).toEqual([
      [1, 10, 'Zoë'],
      [2, 20, 'Zoë'],
      [3, 31, 'Zoë'],
    ]);
    expect(shown[2]?.members[0]).toMatchObject({ callerName: 'Bob 101', callerNumber: '101', lastCall: null });
  });
});
