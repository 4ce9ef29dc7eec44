import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../live/event.ts';
import { NOBODY } from '../live/state.ts';
import { partsOf, unknownEvents } from './match-events.ts';
import type { KnownEvent } from './match-events.ts';

const stay = (at: number, uniqueid = '1.1'): LiveEvent => ({
  ...{
    kind: 'outcome',
    serverId: 1,
    at,
    owner: NOBODY,
    queue: 'q',
    outcome: 'timed-out',
    uniqueid,
    linkedid: uniqueid,
  },
  ...{ callerNumber: '', callerName: '', joinedAt: at, waitSeconds: 0, agentInterface: null, agentName: null },
});
const known = (at: number, uniqueid = '1.1'): KnownEvent => ({
  id: `${at}`,
  ...partsOf(stay(at, uniqueid))!,
  at,
});
const left = (events: readonly LiveEvent[], stored: readonly KnownEvent[]): number[] =>
  unknownEvents(events, stored, new Set()).map((e) => e.at);

describe('events of a log', () => {
  it.each<[string, number[], number[], number[]]>([
    ['all new', [0, 1000], [], [0, 1000]],
    ['all known, a second apart', [0, 30_000], [900, 30_700], []],
    ['the visit between was not seen', [0, 30_000, 60_000], [200, 60_100], [30_000]],
    ['the first was not seen', [0, 30_000], [30_400], [0]],
    ['twice at once, seen once', [0, 0], [100], [0]],
    ['too far apart', [0], [61_000], [0]],
  ])('%s', (_, log, stored, expected) =>
    expect(
      left(
        log.map((at) => stay(at)),
        stored.map((at) => known(at)),
      ),
    ).toEqual(expected),
  );

  it('match only events of the same call', () => expect(left([stay(0)], [known(0, '2.2')])).toEqual([0]));

  it('match each stored event once across parts of a log', () => {
    const used = new Set<string>();
    expect(unknownEvents([stay(0)], [known(100)], used)).toEqual([]);
    expect(unknownEvents([stay(30_000)], [known(100)], used)).toHaveLength(1);
  });
});

describe('logged talks that were also seen live', () => {
  const talk = (kind: 'connect' | 'complete', call: string, of: string, at = 60_000): KnownEvent => ({
    ...{ id: `${kind} ${call} ${of}`, kind, queue: 'q', interface: of, name: 'Gil', call, at },
    began: kind === 'complete' ? at - 20_000 : null,
  });
  const logged = (kind: 'connect' | 'complete', call: string, of: string, at = 60_000): LiveEvent =>
    ({
      ...{ kind: 'member', serverId: 1, at, cause: kind === 'connect' ? 'AgentConnect' : 'AgentComplete' },
      ...{ talkSeconds: kind === 'complete' ? 20 : null, uniqueid: call },
      row: { queue: 'q', interface: of, name: 'Gil', paused: false },
    }) as LiveEvent;

  it.each<[string, KnownEvent, LiveEvent, boolean]>([
    ['a name on another phone by now', talk('connect', '1.1', 'A'), logged('connect', '1.1', 'B'), true],
    ['the end of that talk', talk('complete', '1.1', 'A'), logged('complete', '1.1', 'B'), true],
    ['an end under another call’s id', talk('complete', '1.1', 'A'), logged('complete', '1.0', 'A'), true],
    ['an end under another id, on another phone', talk('complete', '1.1', 'A'), logged('complete', '1.0', 'B'), true],
    ['another talk of the agent', talk('complete', '1.1', 'A'), logged('complete', '2.0', 'A', 66_000), false],
    ['an answer of another call', talk('connect', '1.1', 'A'), logged('connect', '2.1', 'A'), false],
  ])('%s', (_, one, e, isKnown) => {
    expect(unknownEvents([e], [one], new Set())).toEqual(isKnown ? [] : [e]);
  });

  it('keep one of two talks that differ only in their IDs', () => {
    const events = [logged('complete', '1.0', 'A'), logged('complete', '2.0', 'A', 61_000)];
    expect(unknownEvents(events, [talk('complete', '1.1', 'A')], new Set())).toHaveLength(1);
  });

  it('use the call ID of the live end for the logged answer, also when read repeatedly', () => {
    const end = talk('complete', '1.1', 'A');
    const events = [logged('connect', '1.0', 'A', 40_000), logged('complete', '1.0', 'A')];
    const fresh = unknownEvents(events, [end], new Set());
    expect(fresh).toEqual([logged('connect', '1.1', 'A', 40_000)]);
    const stored = talk('connect', '1.1', 'A', 40_000);
    expect(unknownEvents(events, [end, stored], new Set())).toEqual([]);
    // Its answer was seen before the ID changed.
    expect(unknownEvents(events, [end, talk('connect', '1.0', 'A', 40_000)], new Set())).toEqual([]);
  });
});
