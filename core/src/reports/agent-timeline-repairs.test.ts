// Tests how missing PBX events are repaired.
import { describe, expect, it } from 'vitest';
import type { AgentFact } from './agent-fact.ts';
import { agentTimeline } from './agent-timeline.ts';
import { DAY, s, fact, paused, call, of } from './testing/agent-day.ts';

describe('missing PBX events', () => {
  const repairsOf = (facts: readonly AgentFact[], now?: number, present?: Map<string, never>) => {
    const t = of(facts, now, present);
    return {
      sessions: t.sessions.map((x) => [(x.from - DAY) / 60, (x.to - DAY) / 60, ...x.repairs]),
      pauses: t.pauses.map((x) => [(x.from - DAY) / 60, (x.to - DAY) / 60, ...x.repairs]),
      talks: t.talks.map((x) => [(x.from - DAY) / 60, (x.to - DAY) / 60, ...x.repairs]),
    };
  };
  const rows: [string, AgentFact[], Partial<ReturnType<typeof repairsOf>>][] = [
    [
      'a log-in again without a log-off: the first ends with its last sign',
      [fact('added', 540), ...call(600, 5, 'a'), fact('added', 780), fact('removed', 900)],
      {
        sessions: [
          [540, 605, 'log-off'],
          [780, 900],
        ],
      },
    ],
    [
      'another login time: the PBX forgot him in between',
      [
        fact('added', 540, { loginAt: s(540) }),
        fact('seen', 600, { loginAt: s(540) }),
        fact('seen', 700, { loginAt: s(660) }),
        fact('removed', 900),
      ],
      {
        sessions: [
          [540, 600, 'log-off'],
          [660, 900],
        ],
      },
    ],
    [
      'a log-in that nobody heard: from the login time',
      [fact('seen', 600, { loginAt: s(500) }), fact('removed', 900)],
      { sessions: [[500, 900]] },
    ],
    [
      'without a login time from the first sign',
      [fact('missed', 600, { ringSeconds: 60 }), fact('removed', 900)],
      { sessions: [[599, 900, 'log-in']] },
    ],
    [
      'who is gone now left with the last sign',
      [fact('added', 540), fact('seen', 600)],
      { sessions: [[540, 600, 'log-off']] },
    ],
    [
      'log-off in a pause ends it',
      [fact('added', 540), paused(600, 'lunch'), fact('removed', 660)],
      { pauses: [[600, 660, 'pause-end']] },
    ],
    [
      'a call to somebody paused: he was not any more when it rang',
      [
        fact('added', 540),
        paused(600, 'lunch'),
        fact('connect', 640, { call: 'a', ringSeconds: 120 }),
        fact('complete', 645, { call: 'a', talkSeconds: 300 }),
        fact('removed', 660),
      ],
      { pauses: [[600, 638, 'pause-end']], talks: [[640, 645]] },
    ],
    [
      'seen paused: since when the PBX says',
      [
        fact('added', 540),
        fact('seen', 640, { paused: true, reason: 'x', pausedSince: s(620) }),
        fact('pause', 650),
        fact('removed', 660),
      ],
      { pauses: [[620, 650, 'pause-start']] },
    ],
    [
      'a call without an end: until he is seen without one',
      [fact('added', 540), fact('connect', 600, { call: 'a' }), fact('seen', 610), fact('removed', 660)],
      { talks: [[600, 610, 'talk-end']] },
    ],
    [
      'a call without an end: until the next rings',
      [
        fact('added', 540),
        fact('connect', 600, { call: 'a' }),
        fact('connect', 620, { call: 'b', ringSeconds: 60 }),
        fact('complete', 625, { call: 'b', talkSeconds: 300 }),
        fact('removed', 660),
      ],
      {
        talks: [
          [600, 619, 'talk-end'],
          [620, 625],
        ],
      },
    ],
    [
      'a call without a beginning: as long as the PBX says',
      [fact('added', 540), fact('complete', 620, { call: 'a', talkSeconds: 300 }), fact('removed', 660)],
      { talks: [[615, 620, 'talk-start']] },
    ],
    [
      'an end out of a log of whole seconds, before its beginning that was seen live: one call, whole',
      [
        fact('added', 540),
        fact('complete', 620, { call: 'a', talkSeconds: 1 }),
        fact('connect', 620.5, { call: 'a' }),
        fact('seen', 640),
        fact('removed', 660),
      ],
      { talks: [[620.5, 620.5]] },
    ],
    [
      'an end told again, when a caller who was sent on hangs up at last: one call',
      [
        fact('added', 540),
        ...call(600, 5, 'a'),
        fact('complete', 620, { call: 'a', talkSeconds: 1200 }),
        fact('removed', 660),
      ],
      { talks: [[600, 605]] },
    ],
    [
      'an end without a beginning, and the same call again a moment later: two',
      [
        fact('added', 540),
        fact('complete', 620, { call: 'a', talkSeconds: 300 }),
        ...call(620.5, 5, 'a'),
        fact('removed', 660),
      ],
      {
        talks: [
          [615, 620, 'talk-start'],
          [620.5, 625.5],
        ],
      },
    ],
    [
      'a beginning long after the end of another stay of the same caller: two',
      [
        fact('added', 540),
        fact('complete', 620, { call: 'a', talkSeconds: 300 }),
        fact('connect', 630, { call: 'a' }),
        fact('seen', 640),
        fact('removed', 660),
      ],
      {
        talks: [
          [615, 620, 'talk-start'],
          [630, 640, 'talk-end'],
        ],
      },
    ],
  ];
  it.each(rows)('%s', (_name, facts, expected) => {
    expect(repairsOf(facts)).toMatchObject(expected);
  });

  it('keeps the session of a present agent, and of an unknown one for half a day', () => {
    const facts = [fact('added', 540, { loginAt: s(540) })];
    const here = new Map([['sales', { loginAt: s(540), paused: false }]]);
    const open = (present: typeof here | null, now: number) => agentTimeline({ facts, present, now }).sessions[0];
    expect(open(here, s(3000))).toMatchObject({ to: s(3000), open: true, repairs: [] });
    expect(open(null, s(1000))).toMatchObject({ to: s(1000), open: true });
    expect(open(null, s(3000))).toMatchObject({ to: s(540), open: false, repairs: ['log-off'] });
  });
  it('includes an agent who was present all the time without events', () => {
    const present = new Map([['sales', { loginAt: s(0), paused: false }]]);
    expect(agentTimeline({ facts: [], present, now: s(60) }).sessions).toMatchObject([{ from: s(0), to: s(60) }]);
  });
});
