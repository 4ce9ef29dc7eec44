// Determines when a wallboard figure turns yellow and red. It changes only after staying beyond its limit for a hold time, and changes back
// only after recovering by a margin, so a figure near its limit does not flicker.

export type AlarmLevel = 'ok' | 'warn' | 'bad';

export interface ThresholdRule {
  readonly worse: 'high' | 'low';
  /** In the unit of the figure, inclusive. `null`: no such level. */
  readonly warn: number | null;
  readonly bad: number | null;
  /** Seconds that the figure must stay beyond a limit. */
  readonly holdSeconds: number;
  /** How far the figure must recover before the level falls, in its unit. */
  readonly margin: number;
}

export interface Alarm {
  readonly level: AlarmLevel;
  /** When the figure went beyond each limit without interruption, epoch ms. */
  readonly warnSince: number | null;
  readonly badSince: number | null;
}

export const CALM: Alarm = { level: 'ok', warnSince: null, badSince: null };

const RANK = { ok: 0, warn: 1, bad: 2 } as const satisfies Record<AlarmLevel, number>;

/** Returns the worse level. */
export const worst = (a: AlarmLevel, b: AlarmLevel): AlarmLevel => (RANK[a] >= RANK[b] ? a : b);

/** Tells whether a value is beyond the limit after moving it to the good side by `slack`. Where high is worse, 0 is never beyond. */
const beyond = (value: number, limit: number | null, slack: number, worse: 'high' | 'low'): boolean => {
  if (limit === null) return false;
  return worse === 'high' ? value > 0 && value >= limit - slack : value <= limit + slack;
};

const levelAt = (value: number, rule: ThresholdRule, slack: number): AlarmLevel => {
  if (beyond(value, rule.bad, slack, rule.worse)) return 'bad';
  return beyond(value, rule.warn, slack, rule.worse) ? 'warn' : 'ok';
};

const heldLevel = (warnSince: number | null, badSince: number | null, rule: ThresholdRule, now: number): AlarmLevel => {
  const held = (since: number | null): boolean => since !== null && now - since >= rule.holdSeconds * 1000;
  if (held(badSince)) return 'bad';
  return held(warnSince) ? 'warn' : 'ok';
};

const lower = (a: AlarmLevel, b: AlarmLevel): AlarmLevel => (RANK[a] <= RANK[b] ? a : b);

/**
 * Returns the alarm after another value at `now` (epoch ms). An unknown value (`null`) causes no alarm. Returns the same object when
 * nothing changed.
 */
export const nextAlarm = (before: Alarm, value: number | null, rule: ThresholdRule, now: number): Alarm => {
  if (value === null) return same(before, CALM);
  const asked = levelAt(value, rule, 0);
  const warnSince = asked === 'ok' ? null : (before.warnSince ?? now);
  const badSince = asked === 'bad' ? (before.badSince ?? now) : null;
  const kept = lower(before.level, levelAt(value, rule, rule.margin));
  const level = worst(kept, heldLevel(rule.warn === null ? null : warnSince, badSince, rule, now));
  return same(before, { level, warnSince, badSince });
};

const same = (before: Alarm, after: Alarm): Alarm =>
  before.level === after.level && before.warnSince === after.warnSince && before.badSince === after.badSince
    ? before
    : after;
