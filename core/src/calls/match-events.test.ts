import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../live/event.ts';
import { NOBODY } from '../live/state.ts';
import { eventKey, unknownEvents } from './match-events.ts';
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
  key: eventKey(stay(at, uniqueid)) ?? '',
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

  it('are of their own call', () => expect(left([stay(0)], [known(0, '2.2')])).toEqual([0]));

  it('are not matched twice, from one part of a log to the next', () => {
    const used = new Set<string>();
    expect(unknownEvents([stay(0)], [known(100)], used)).toEqual([]);
    expect(unknownEvents([stay(30_000)], [known(100)], used)).toHaveLength(1);
  });
});
