// Transferred callers: Asterisk logs the end of the agent's talk when the caller finally hangs up. These tests cover the agent's
// own part, and that logged events do not count twice beside live events.
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../live/event.ts';
import { NOBODY } from '../live/state.ts';
import { longTalks, partsOf, talkBegan, unknownEvents } from './match-events.ts';
import type { KnownEvent } from './match-events.ts';
import { createQueueLogFold } from './queue-log-fold.ts';
import { queueLogRowOf } from './queue-log-line.ts';

/** Lines without their leading seconds, which follow 1366720000. */
const fold = (log: string): LiveEvent[] => {
  const folding = createQueueLogFold({
    ...{ serverId: 1, ownerOf: () => NOBODY, wrapupOf: () => 0, queuesOf: () => [] },
    agentOf: (text) => ({ interface: text, name: text }),
  });
  return log.split('\n').flatMap((line) => {
    const row = queueLogRowOf(
      line.trim().replace(/^\d+/, (second) => String(1_366_720_000 + Number(second))),
      'UTC',
    );
    return row === null || typeof row === 'string' ? [] : folding.take(row);
  });
};
const second = (at: number): number => at / 1000 - 1_366_720_000;
/** Returns the ends of talks: agent, call, time and talk time. */
const ends = (events: readonly LiveEvent[]): string[] =>
  events.flatMap((e) =>
    e.kind === 'member' && e.cause === 'AgentComplete'
      ? [`${e.row.queue} ${e.row.interface} ${e.uniqueid} at ${second(e.at)} after ${e.talkSeconds}`]
      : [],
  );

const CONNECT = '10|1.1|sales|Ann|CONNECT|5|1.2|2';

describe('talk of a transferred caller', () => {
  it.each([
    [
      'ends as the log says where nothing tells otherwise',
      [CONNECT, '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      1210,
    ],
    [
      'ends when he waits in another queue',
      [CONNECT, '40|1.1|help|NONE|ENTERQUEUE||5|1', '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      40,
    ],
    [
      'ends when the agent’s phone rang for the next call that he took',
      [CONNECT, '70|2.1|help|Ann|CONNECT|9|2.2|8', '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      62,
    ],
    [
      'ends with the first of these',
      [
        CONNECT,
        '40|1.1|help|NONE|ENTERQUEUE||5|1',
        '70|2.1|help|Ann|CONNECT|9|2.2|8',
        '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1',
      ],
      40,
    ],
    [
      'goes on while the agent’s phone rings in vain: some queues ring who talks',
      [CONNECT, '70|2.1|help|Ann|RINGNOANSWER|8000', '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      1210,
    ],
    [
      'goes on when it is the agent who hangs up: he was there',
      [CONNECT, '70|2.1|help|Ann|CONNECT|9|2.2|8', '1210|1.1|sales|Ann|COMPLETEAGENT|5|1200|1'],
      1210,
    ],
    [
      'is not cut by another agent’s calls, nor by a call that began before',
      [
        '4|2.1|help|Ann|CONNECT|9|2.2|8',
        CONNECT,
        '70|3.1|help|Bob|CONNECT|9|3.2|8',
        '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1',
      ],
      1210,
    ],
    [
      'is not cut by the seconds that a log rounds',
      [CONNECT, '1210|2.1|help|Ann|CONNECT|9|2.2|1', '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      1210,
    ],
    [
      'is that of its call when its end bears another’s id',
      [CONNECT, '1210|9.9|sales|Ann|COMPLETECALLER|5|1200|1'],
      1210,
    ],
    [
      'is unknown to a PBX that began anew',
      [CONNECT, '40|1.1|help|NONE|ENTERQUEUE||5|1', '50|NONE|NONE|NONE|QUEUESTART|'].concat(
        '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1',
      ),
      1210,
    ],
  ])('%s', (_, lines, end) => {
    expect(ends(fold(lines.join('\n')))).toEqual([`sales Ann 1.1 at ${end} after ${end - 10}`]);
  });

  it('is two talks when the caller returns to the same agent', () => {
    const log = [
      CONNECT,
      '130|1.1|sales|NONE|ENTERQUEUE||5|1',
      '140|1.1|sales|Ann|CONNECT|10|1.3|2',
      '900|1.1|sales|Ann|COMPLETECALLER|5|890|1',
      '900|1.1|sales|Ann|COMPLETECALLER|10|760|1',
    ];
    expect(ends(fold(log.join('\n')))).toEqual(['sales Ann 1.1 at 130 after 120', 'sales Ann 1.1 at 900 after 760']);
  });

  it('shows the agent’s state at the end of their part, not when the end is logged', () => {
    const log = [
      CONNECT,
      '40|1.1|help|NONE|ENTERQUEUE||5|1',
      '60|NONE|sales|Ann|PAUSE|lunch',
      '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1',
    ];
    const end = fold(log.join('\n')).find((e) => e.kind === 'member' && e.cause === 'AgentComplete');
    expect(end).toMatchObject({ row: { paused: false, pausedReason: '', pausedSince: null } });
  });
});

describe('together with live events', () => {
  /** A stored event: time of the end, and talk time by the console's clock. */
  const seen = (id: string, at: number, talk: number, log: LiveEvent): KnownEvent => {
    const ms = (1_366_720_000 + at) * 1000 + 400;
    return { id, ...partsOf(log)!, at: ms, began: ms - talk * 1000 };
  };
  it.each<[string, string[], [at: number, talk: number][], string[]]>([
    [
      'an end that is written twenty minutes later is known, and the live talk stands',
      [CONNECT, '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      [[40, 30]],
      [],
    ],
    [
      'also where the log itself gives the agent away at another moment',
      [CONNECT, '70|2.1|help|Ann|CONNECT|9|2.2|8', '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      [[40, 30]],
      [],
    ],
    [
      'as told by a console that took the call up in its middle: known by its end',
      [CONNECT, '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      [[1210, 300]],
      [],
    ],
    [
      'another talk with the same caller is none of these',
      [CONNECT, '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'],
      [[400, 100]],
      ['sales Ann 1.1 at 1210 after 1200'],
    ],
    [
      'of two talks with one caller, ended in the same second, each has its own',
      [
        CONNECT,
        '140|1.1|sales|Ann|CONNECT|10|1.3|2',
        '900|1.1|sales|Ann|COMPLETECALLER|5|890|1',
        '900|1.1|sales|Ann|COMPLETECALLER|10|760|1',
      ],
      [
        [60, 50],
        [900, 760],
      ],
      [],
    ],
    [
      'and the one that was not seen is new',
      [
        CONNECT,
        '140|1.1|sales|Ann|CONNECT|10|1.3|2',
        '900|1.1|sales|Ann|COMPLETECALLER|5|890|1',
        '900|1.1|sales|Ann|COMPLETECALLER|10|760|1',
      ],
      [[60, 50]],
      ['sales Ann 1.1 at 900 after 760'],
    ],
  ])('%s', (_, lines, stored, left) => {
    const told = fold(lines.join('\n')).filter((e) => e.kind === 'member' && e.cause === 'AgentComplete');
    const [first] = told;
    expect(first).toBeDefined();
    const known = stored.map(([at, talk], i) => seen(String(i), at, talk, first!));
    expect(ends(unknownEvents(told, known, new Set()))).toEqual(left);
  });

  it('searches ends of long talks from their start', () => {
    const told = fold([CONNECT, '1210|1.1|sales|Ann|COMPLETECALLER|5|1200|1'].join('\n'));
    const began = talkBegan(told.at(-1)!)!;
    expect(second(began)).toBe(10);
    expect(longTalks(told, began + 5_000)).toEqual({ from: began - 60_000, calls: ['1.1'] });
    expect(longTalks(told, began)).toEqual({ from: began, calls: [] });
  });
});
