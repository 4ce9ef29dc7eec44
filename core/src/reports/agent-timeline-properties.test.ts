// Checks that times add up for any facts and any split.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentFactKind } from './agent-fact.ts';
import { pausesByReason, tallyAgent } from './agent-figures.ts';
import { agentTimeline } from './agent-timeline.ts';
import { DAY, of, WHOLE } from './testing/agent-day.ts';

describe('any facts', () => {
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

  it('session time equals talk, pause, idle and wrap-up, and sessions do not overlap', () => {
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
  it('starts a call without a start event no earlier than the call that was open', () => {
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
  it('parts add up to the total for any split', () => {
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
