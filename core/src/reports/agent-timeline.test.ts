// Days calculated by hand: all figures, several queues, midnight.
import { describe, expect, it } from 'vitest';
import { agentFiguresOf, pausesByReason, tallyAgent } from './agent-figures.ts';
import { agentTimeline } from './agent-timeline.ts';
import { periodOfDays } from './report-period.ts';
import { s, H, fact, paused, call, of, WHOLE, figures, minutes } from './testing/agent-day.ts';

describe('a day calculated by hand', () => {
  // 09:00 to 17:00. Calls of 10, 20 and 6 minutes with one minute of wrap-up each, the last one cut by the next ring. Lunch of 30 and a
  // break of 10 minutes. One call rang for 15 seconds and was missed.
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
  it('gives all figures', () => {
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
  it('lists the pauses by reason', () => {
    expect(pausesByReason(of(day), WHOLE)).toEqual([
      { reason: 'lunch', count: 1, seconds: 1800, longestSeconds: 1800, lengths: [1800] },
      { reason: 'break', count: 1, seconds: 600, longestSeconds: 600, lengths: [600] },
    ]);
  });
  it('gives empty figures for an absent agent', () => {
    const none = agentFiguresOf(tallyAgent(of([]), WHOLE, WHOLE), 0);
    expect(none).toMatchObject({ sessions: 0, averageSessionSeconds: null, pausedPercent: null, occupancy: null });
    expect(none).toMatchObject({ sessionPercent: null, utilisation: null, handleSeconds: null });
  });
});

describe('a call that outlasts its session', () => {
  const gone = [fact('added', 9 * H), fact('connect', 10 * H, { call: 'a' }), fact('removed', 10 * H + 2)];
  it('counts in full, while the session ended at logoff', () => {
    const t = figures([...gone, fact('complete', 10 * H + 9, { call: 'a', talkSeconds: minutes(9) })]);
    expect(t).toMatchObject({ sessions: 1, sessionSeconds: minutes(62), talkSeconds: minutes(2), repairs: 0 });
    expect(t).toMatchObject({ taken: 1, completed: 1, averageTalkSeconds: minutes(9) });
  });
  it('also when it rang before the logoff and was answered after it', () => {
    const late = fact('connect', 10 * H + 10, { call: 'b', ringSeconds: 490 });
    const t = figures([...gone, late, fact('complete', 10 * H + 11, { call: 'b', talkSeconds: 60 })]);
    expect(t).toMatchObject({ sessions: 1, sessionSeconds: minutes(62), taken: 2 });
  });
  it('implies a new login when it started later', () => {
    expect(figures([...gone, ...call(11 * H, 5, 'b'), fact('removed', 12 * H)])).toMatchObject({
      sessions: 2,
      repairs: 2,
    });
  });
});

it('uses the talk time of a call whose end arrived after the next call started', () => {
  const facts = [fact('added', 9 * H), fact('connect', 10 * H, { call: 'a' }), ...call(10 * H + 5, 5, 'b')];
  const t = figures([
    ...facts,
    fact('complete', 10 * H + 20, { call: 'a', talkSeconds: 1200 }),
    fact('removed', 11 * H),
  ]);
  expect(t).toMatchObject({ taken: 2, completed: 2, averageTalkSeconds: 750, talkSeconds: minutes(10) });
});

describe('several queues', () => {
  it('count a session once and a talk once', () => {
    const t = figures([
      fact('added', 9 * H),
      fact('added', 9 * H + 30, { queue: 'help' }),
      ...call(10 * H, 5, 'a'),
      fact('removed', 12 * H),
      fact('removed', 13 * H, { queue: 'help' }),
    ]);
    expect(t).toMatchObject({ sessions: 1, sessionSeconds: minutes(4 * H), talkSeconds: minutes(5), taken: 1 });
  });
  it('keep one session when the agent moves between queues', () => {
    const moved = [
      fact('added', 9 * H),
      fact('removed', 10 * H),
      fact('added', 10 * H, { at: s(10 * H) + 2, queue: 'help' }),
      fact('removed', 11 * H, { queue: 'help' }),
    ];
    expect(of(moved).sessions).toHaveLength(1);
    expect(of(moved).sessions[0]?.queues).toEqual(['sales', 'help']);
  });
  it('are paused when every queue is', () => {
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
  it('narrowed to one queue keep its sessions and calls, with talk in other queues counted as talk', () => {
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

describe('midnight and daylight saving', () => {
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
  it('splits a night shift by the customer’s days and counts it once', () => {
    const [a, b] = daysOf(
      '2026-11-18T20:00:00Z',
      '2026-11-19T04:00:00Z',
      '2026-11-18',
      ['2026-11-18', '2026-11-19'],
      'Europe/Madrid',
    );
    expect(a).toMatchObject({ sessions: 1, sessionSeconds: 3 * 3600, lengthSeconds: 8 * 3600 });
    expect(b).toMatchObject({ sessions: 0, sessionSeconds: 5 * 3600, shortestSeconds: null });
  });
  it('has 25 hours on the day when Madrid leaves daylight saving, and 23 when it starts', () => {
    const [autumn] = daysOf(
      '2026-10-24T00:00:00Z',
      '2026-10-27T00:00:00Z',
      '2026-10-25',
      ['2026-10-25'],
      'Europe/Madrid',
    );
    const [spring] = daysOf(
      '2026-03-28T00:00:00Z',
      '2026-03-31T00:00:00Z',
      '2026-03-29',
      ['2026-03-29'],
      'Europe/Madrid',
    );
    expect(autumn).toMatchObject({ sessions: 1, sessionSeconds: 25 * 3600, lengthSeconds: 25 * 3600 });
    expect(spring).toMatchObject({ sessions: 1, sessionSeconds: 23 * 3600 });
  });
});
