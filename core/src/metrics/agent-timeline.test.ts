// Days worked by hand. Times are minutes from midnight UTC of a fixed day unless said; `s` makes them seconds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentFact, AgentFactKind } from './agent-fact.ts';
import { agentFiguresOf, pausesByReason, tallyAgent } from './agent-figures.ts';
import { agentTimeline } from './agent-timeline.ts';
import { periodOfDays } from './report-period.ts';

const DAY = Date.parse('2026-11-18T00:00:00Z') / 1000;
const s = (minutes: number): number => DAY + minutes * 60;
const H = 60;

const fact = (kind: AgentFactKind, minutes: number, more: Partial<AgentFact> = {}): AgentFact => ({
  ...{ at: s(minutes), kind, queue: 'sales', paused: false, reason: '', pausedSince: null, loginAt: null },
  ...{ incall: kind === 'connect', ringSeconds: 0, talkSeconds: null, wrapupSeconds: 0, call: null },
  ...more,
});
const paused = (minutes: number, reason: string, more: Partial<AgentFact> = {}): AgentFact =>
  fact('pause', minutes, { paused: true, reason, ...more });
/** A call of so many minutes. */
const call = (from: number, minutes: number, name: string, more: Partial<AgentFact> = {}): AgentFact[] => [
  fact('connect', from, { call: name, ...more, wrapupSeconds: 0 }),
  fact('complete', from + minutes, { call: name, talkSeconds: minutes * 60, ...more }),
];

const of = (facts: readonly AgentFact[], now = s(24 * H), present = new Map()) =>
  agentTimeline({ facts: facts.toSorted((a, b) => a.at - b.at), present, now });
const WHOLE = { from: DAY, to: s(24 * H) };
const figures = (facts: readonly AgentFact[], now?: number) => {
  const t = tallyAgent(of(facts, now), WHOLE, WHOLE);
  return agentFiguresOf(t, t.sessionSeconds);
};
const minutes = (n: number): number => n * 60;

describe('a day worked by hand', () => {
  // 09:00 to 17:00. Calls of 10, 20 and 6 minutes with a minute of wrap-up each, the last cut by the next call's ring;
  // lunch of 30, a break of 10; one call rang for 15 seconds and was missed.
  const day = [
    fact('added', 9 * H, { loginAt: s(9 * H) }),
    ...call(9 * H + 10, 10, 'a', { wrapupSeconds: 60 }),
    ...call(10 * H, 20, 'b', { wrapupSeconds: 60 }),
    fact('connect', 10 * H + 20.75, { call: 'c', ringSeconds: 15 }),
    fact('complete', 10 * H + 26.75, { call: 'c', talkSeconds: 360, wrapupSeconds: 60 }),
    fact('missed', 11 * H, { ringSeconds: 15 }),
    paused(12 * H, 'lunch'),
    fact('pause', 12 * H + 30),
    paused(15 * H, 'break'),
    fact('pause', 15 * H + 10),
    fact('removed', 17 * H),
  ];
  it('gives each figure', () => {
    expect(figures(day)).toEqual({
      sessions: 1,
      averageSessionSeconds: minutes(8 * H),
      shortestSessionSeconds: minutes(8 * H),
      longestSessionSeconds: minutes(8 * H),
      sessionSeconds: minutes(8 * H),
      talkSeconds: minutes(36),
      pauseSeconds: minutes(40),
      wrapupSeconds: 60 + 30 + 60,
      idleSeconds: minutes(8 * H - 36 - 40) - 150,
      ringSeconds: 30,
      pausedPercent: 8333,
      sessionPercent: 100_000,
      taken: 3,
      missed: 1,
      completed: 3,
      averageTalkSeconds: minutes(12),
      handleSeconds: minutes(12) + 50,
      occupancy: Math.round(((2160 + 150) / (28_800 - 2400)) * 100_000),
      utilisation: Math.round(((2160 + 150) / 28_800) * 100_000),
      repairs: 0,
    });
  });
  it('names the pauses by their reason', () => {
    expect(pausesByReason(of(day), WHOLE)).toEqual([
      { reason: 'lunch', count: 1, seconds: 1800, longestSeconds: 1800, lengths: [1800] },
      { reason: 'break', count: 1, seconds: 600, longestSeconds: 600, lengths: [600] },
    ]);
  });
  it('has nothing of who was not there', () => {
    const none = agentFiguresOf(tallyAgent(of([]), WHOLE, WHOLE), 0);
    expect(none).toMatchObject({ sessions: 0, averageSessionSeconds: null, pausedPercent: null, occupancy: null });
    expect(none).toMatchObject({ sessionPercent: null, utilisation: null, handleSeconds: null });
  });
});

describe('several queues', () => {
  it('counts a session once, and a talk once', () => {
    const t = figures([
      fact('added', 9 * H),
      fact('added', 9 * H + 30, { queue: 'help' }),
      ...call(10 * H, 5, 'a'),
      fact('removed', 12 * H),
      fact('removed', 13 * H, { queue: 'help' }),
    ]);
    expect(t).toMatchObject({ sessions: 1, sessionSeconds: minutes(4 * H), talkSeconds: minutes(5), taken: 1 });
  });
  it('is one session over a move from queue to queue', () => {
    const moved = [
      fact('added', 9 * H),
      fact('removed', 10 * H),
      fact('added', 10 * H, { at: s(10 * H) + 2, queue: 'help' }),
      fact('removed', 11 * H, { queue: 'help' }),
    ];
    expect(of(moved).sessions).toHaveLength(1);
    expect(of(moved).sessions[0]?.queues).toEqual(['sales', 'help']);
  });
  it('is paused when every queue is', () => {
    const t = of([
      fact('added', 9 * H),
      fact('added', 9 * H, { queue: 'help' }),
      paused(10 * H, 'lunch'),
      paused(10 * H + 5, 'lunch', { queue: 'help' }),
      fact('pause', 10 * H + 30),
      fact('pause', 10 * H + 40, { queue: 'help' }),
      fact('removed', 11 * H),
      fact('removed', 11 * H, { queue: 'help' }),
    ]);
    expect(t.pauses).toEqual([{ from: s(10 * H + 5), to: s(10 * H + 30), reason: 'lunch', open: false, repairs: [] }]);
  });
  it('narrowed to a queue has its sessions and calls; talk elsewhere is talk, not idleness', () => {
    const facts = [
      fact('added', 9 * H),
      fact('added', 9 * H, { queue: 'help' }),
      ...call(10 * H, 5, 'a'),
      ...call(10 * H + 30, 10, 'b', { queue: 'help' }),
      fact('removed', 11 * H),
      fact('removed', 17 * H, { queue: 'help' }),
    ];
    const t = agentTimeline({ facts, present: new Map(), now: s(24 * H), inQueue: (q) => q === 'sales' });
    expect(tallyAgent(t, WHOLE, WHOLE)).toMatchObject({
      ...{ sessionSeconds: minutes(2 * H), talkSeconds: minutes(15), taken: 1, callSeconds: minutes(5) },
    });
  });
});

describe('what the PBX never told', () => {
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
      { sessions: [[540, 605, 'log-off'], [780, 900]] },
    ],
    [
      'another login time: the PBX forgot him in between',
      [
        fact('added', 540, { loginAt: s(540) }),
        fact('seen', 600, { loginAt: s(540) }),
        fact('seen', 700, { loginAt: s(660) }),
        fact('removed', 900),
      ],
      { sessions: [[540, 600, 'log-off'], [660, 900]] },
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
    ['who is gone now left with the last sign', [fact('added', 540), fact('seen', 600)], { sessions: [[540, 600, 'log-off']] }],
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
      [fact('added', 540), fact('seen', 640, { paused: true, reason: 'x', pausedSince: s(620) }), fact('pause', 650), fact('removed', 660)],
      { pauses: [[620, 650, 'pause-start']] },
    ],
    [
      'a call without an end: until he is seen without one',
      [fact('added', 540), fact('connect', 600, { call: 'a' }), fact('seen', 610), fact('removed', 660)],
      { talks: [[600, 610, 'talk-end']] },
    ],
    [
      'a call without an end: until the next rings',
      [fact('added', 540), fact('connect', 600, { call: 'a' }), fact('connect', 620, { call: 'b', ringSeconds: 60 }), fact('complete', 625, { call: 'b', talkSeconds: 300 }), fact('removed', 660)],
      { talks: [[600, 619, 'talk-end'], [620, 625]] },
    ],
    [
      'a call without a beginning: as long as the PBX says',
      [fact('added', 540), fact('complete', 620, { call: 'a', talkSeconds: 300 }), fact('removed', 660)],
      { talks: [[615, 620, 'talk-start']] },
    ],
  ]; // prettier-ignore
  it.each(rows)('%s', (_name, facts, expected) => {
    expect(repairsOf(facts)).toMatchObject(expected);
  });

  it('goes on for who is there now, and for whom nobody knows of, for half a day', () => {
    const facts = [fact('added', 540, { loginAt: s(540) })];
    const here = new Map([['sales', { loginAt: s(540), paused: false }]]);
    const open = (present: typeof here | null, now: number) => agentTimeline({ facts, present, now }).sessions[0];
    expect(open(here, s(3000))).toMatchObject({ to: s(3000), open: true, repairs: [] });
    expect(open(null, s(1000))).toMatchObject({ to: s(1000), open: true });
    expect(open(null, s(3000))).toMatchObject({ to: s(540), open: false, repairs: ['log-off'] });
  });
  it('knows who was there all the time and did nothing', () => {
    const present = new Map([['sales', { loginAt: s(0), paused: false }]]);
    expect(agentTimeline({ facts: [], present, now: s(60) }).sessions).toMatchObject([{ from: s(0), to: s(60) }]);
  });
});

describe('midnight and clocks that are moved', () => {
  const daysOf = (from: string, to: string, first: string, days: readonly string[], zone: string) => {
    const at = (iso: string): number => Date.parse(iso) / 1000;
    const facts = [fact('added', 0, { at: at(from) }), fact('removed', 0, { at: at(to) })];
    const t = of(facts, at(to) + 86_400);
    const span = (a: string, b: string) => {
      const p = periodOfDays(a, b, zone);
      return { from: p.from / 1000, to: p.to / 1000 };
    };
    const report = span(first, days.at(-1) ?? first);
    return days.map((day) => tallyAgent(t, span(day, day), report));
  };
  it('splits a night by the days of the customer, and counts it once', () => {
    const [a, b] = daysOf('2026-11-18T20:00:00Z', '2026-11-19T04:00:00Z', '2026-11-18', ['2026-11-18', '2026-11-19'], 'Europe/Madrid');
    expect(a).toMatchObject({ sessions: 1, sessionSeconds: 3 * 3600, lengthSeconds: 8 * 3600 });
    expect(b).toMatchObject({ sessions: 0, sessionSeconds: 5 * 3600, shortestSeconds: null });
  }); // prettier-ignore
  it('has 25 hours on the day when Madrid turns back, and 23 when it goes on', () => {
    const [autumn] = daysOf('2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z', '2026-10-25', ['2026-10-25'], 'Europe/Madrid');
    const [spring] = daysOf('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z', '2026-03-29', ['2026-03-29'], 'Europe/Madrid');
    expect(autumn).toMatchObject({ sessions: 1, sessionSeconds: 25 * 3600, lengthSeconds: 25 * 3600 });
    expect(spring).toMatchObject({ sessions: 1, sessionSeconds: 23 * 3600 });
  }); // prettier-ignore
});

describe('whatever comes', () => {
  const KINDS: readonly AgentFactKind[] = ['added', 'removed', 'pause', 'connect', 'complete', 'missed', 'seen'];
  const anyFact = fc.record({
    at: fc.integer({ min: 0, max: 86_399 }).map((n) => DAY + n),
    queue: fc.constantFrom('sales', 'help', 'vip'),
    kind: fc.constantFrom(...KINDS),
    paused: fc.boolean(),
    reason: fc.constantFrom('', 'lunch', 'break'),
    pausedSince: fc.option(fc.integer({ min: 0, max: 86_399 }).map((n) => DAY + n)),
    loginAt: fc.option(fc.integer({ min: -3600, max: 86_399 }).map((n) => DAY + n)),
    incall: fc.boolean(),
    ringSeconds: fc.integer({ min: 0, max: 40 }),
    talkSeconds: fc.option(fc.integer({ min: 0, max: 2000 })),
    wrapupSeconds: fc.constantFrom(0, 10, 60),
    call: fc.constantFrom(null, 'a', 'b', 'c'),
  });
  const anyDay = fc.array(anyFact, { maxLength: 40 }).map((facts) => facts.toSorted((a, b) => a.at - b.at));

  it('time adds up: session is talk, pause, idle and wrap-up; sessions do not overlap', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(null, new Map()), (facts, present) => {
        const t = agentTimeline({ facts, present, now: WHOLE.to });
        const wide = { from: DAY - 100_000, to: WHOLE.to };
        const x = tallyAgent(t, wide, wide);
        const length = t.sessions.reduce((n, one) => n + one.to - one.from, 0);
        expect(x.talkSeconds + x.pauseSeconds + x.idleSeconds + x.wrapupSeconds).toBe(length);
        expect(x.sessionSeconds).toBe(length);
        for (const spans of [t.sessions, t.pauses, t.talks, t.states]) {
          for (const [i, one] of spans.entries()) {
            expect(one.to).toBeGreaterThanOrEqual(one.from);
            if (i > 0) expect(one.from).toBeGreaterThanOrEqual(spans[i - 1]?.to ?? 0);
          }
        }
        expect(pausesByReason(t, wide).reduce((n, p) => n + p.seconds, 0)).toBe(x.pauseSeconds);
      }),
    );
  });
  it('a call that nobody heard begin does not begin before the one that was open', () => {
    const at = (kind: AgentFactKind, call: string | null, talkSeconds: number | null) => ({
      ...{ at: DAY + 60, queue: 'sales', kind, paused: false, reason: '', pausedSince: null, loginAt: null },
      ...{ incall: false, ringSeconds: 0, talkSeconds, wrapupSeconds: 0, call },
    });
    const { talks } = of([at('connect', null, null), at('complete', 'b', 1)]);
    expect(talks.map(({ from, to }) => [from - DAY, to - DAY])).toEqual([
      [60, 60],
      [60, 60],
    ]);
  });
  it('parts add up to the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 86_399 }), (facts, cut) => {
        const t = of(facts);
        const parts = [
          { from: DAY, to: DAY + cut },
          { from: DAY + cut, to: WHOLE.to },
        ].map((part) => tallyAgent(t, part, WHOLE));
        const whole = tallyAgent(t, WHOLE, WHOLE);
        for (const key of Object.keys(whole) as (keyof typeof whole)[]) {
          if (key === 'shortestSeconds' || key === 'longestSeconds') continue;
          expect([key, (parts[0]?.[key] ?? 0) + (parts[1]?.[key] ?? 0)]).toEqual([key, whole[key]]);
        }
      }),
    );
  });
});
