// When a figure of a wallboard turns yellow and red. It turns only after it has stayed beyond its limit for a while, and
// turns back only when it has come back by a margin: a figure that trembles about its limit does not flicker.

export type AlarmLevel = 'ok' | 'warn' | 'bad';

export interface ThresholdRule {
  readonly worse: 'high' | 'low';
  /** In the unit of the figure; the limit itself is beyond it already. null: no such level. */
  readonly warn: number | null;
  readonly bad: number | null;
  /** So long it must stay beyond a limit, whole seconds. */
  readonly holdSeconds: number;
  /** By so much it must come back before the level falls, in the unit of the figure. */
  readonly margin: number;
}

export interface Alarm {
  readonly level: AlarmLevel;
  /** Since when the figure has been beyond each limit without a break, epoch ms. */
  readonly warnSince: number | null;
  readonly badSince: number | null;
}

export const CALM: Alarm = { level: 'ok', warnSince: null, badSince: null };

const RANK = { ok: 0, warn: 1, bad: 2 } as const satisfies Record<AlarmLevel, number>;

/** The worse of two. */
export const worst = (a: AlarmLevel, b: AlarmLevel): AlarmLevel => (RANK[a] >= RANK[b] ? a : b);

/** Beyond the limit once that is moved to the good side by `slack`. Where high is worse, none at all is never too many. */
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
 * The alarm after one more look at the figure at `now` (epoch ms). A figure that is not known (null) is no reason for an
 * alarm. The same object comes back when nothing changed.
 */
export const judge = (before: Alarm, value: number | null, rule: ThresholdRule, now: number): Alarm => {
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
