// Calculates a queue's figures of the day from its events. Asterisk's own counters restart with it, count timeouts as abandons, and use a
// decaying integer average. The caller must apply each event once.
import { zoneOffset } from '../base/zone-offset.ts';
import type { LiveEvent } from '../live/event.ts';
import type { QueueToday } from '../live/state.ts';
import { serviceLevel } from './service-level.ts';

export interface TodaySettings {
  /** IANA time zone of the call center. */
  readonly timeZone: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}

/** Returns the calendar day in a time zone, `YYYY-MM-DD`. */
export const dayOf = (at: number, timeZone: string): string =>
  new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 10);

/** The longest day of any time zone, changes of its offset included. */
const LONGEST_DAY_MS = 26 * 3_600_000;

/** Returns the moment at which the day of `at` ends in a time zone, epoch ms. */
export const endOfDay = (at: number, timeZone: string): number => {
  const day = dayOf(at, timeZone);
  let before = at;
  let after = at + LONGEST_DAY_MS;
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2);
    if (dayOf(between, timeZone) === day) before = between;
    else after = between;
  }
  return after;
};

export const emptyToday = (day: string, settings: TodaySettings): QueueToday => ({
  day,
  received: 0,
  answered: 0,
  answeredInTime: 0,
  abandonedShort: 0,
  abandonedLong: 0,
  abandonedInTime: 0,
  timedOut: 0,
  leftByKey: 0,
  noAgent: 0,
  full: 0,
  withdrawn: 0,
  waitSeconds: 0,
  longestWaitSeconds: 0,
  talkSeconds: 0,
  completed: 0,
  formula: settings.formula,
  thresholdSeconds: settings.thresholdSeconds,
  serviceLevel: null,
});

type OutcomeEvent = Extract<LiveEvent, { kind: 'outcome' }>;

const counted = (t: QueueToday, e: OutcomeEvent, s: TodaySettings): QueueToday => {
  const inTime = e.waitSeconds <= s.thresholdSeconds ? 1 : 0;
  switch (e.outcome) {
    case 'answered':
      return {
        ...t,
        answered: t.answered + 1,
        answeredInTime: t.answeredInTime + inTime,
        waitSeconds: t.waitSeconds + e.waitSeconds,
      };
    case 'abandoned': {
      const short = e.waitSeconds <= s.shortAbandonSeconds ? 1 : 0;
      return {
        ...t,
        abandonedShort: t.abandonedShort + short,
        abandonedLong: t.abandonedLong + 1 - short,
        abandonedInTime: t.abandonedInTime + inTime,
      };
    }
    case 'timed-out':
      return { ...t, timedOut: t.timedOut + 1 };
    case 'left-by-key':
      return { ...t, leftByKey: t.leftByKey + 1 };
    case 'no-agent':
      return { ...t, noAgent: t.noAgent + 1 };
    case 'full':
      return { ...t, full: t.full + 1 };
    case 'withdrawn':
      return { ...t, withdrawn: t.withdrawn + 1 };
  }
};

/** Returns the service level of the day's counts, thousandths of a percent, or `null`. */
const levelOf = (t: QueueToday): number | null =>
  serviceLevel(
    {
      answered: t.answered,
      answeredInTime: t.answeredInTime,
      abandoned: t.abandonedShort + t.abandonedLong,
      abandonedInTime: t.abandonedInTime,
      abandonedShort: t.abandonedShort,
      flowOuts: t.timedOut + t.leftByKey + t.noAgent + t.full + t.withdrawn,
    },
    t.formula,
  );

/**
 * Returns the figures with one more event, or the same object when nothing changes. A caller counts as received when the visit is settled,
 * so received is the sum of the outcomes. Callers who still wait are in the live view.
 */
export const foldToday = (t: QueueToday, e: LiveEvent, settings: TodaySettings): QueueToday => {
  if (e.kind === 'member' && e.cause === 'AgentComplete' && e.talkSeconds !== null && e.completes)
    return { ...t, talkSeconds: t.talkSeconds + e.talkSeconds, completed: t.completed + 1 };
  if (e.kind !== 'outcome') return t;
  const next = counted(t, e, settings);
  const longest = { received: t.received + 1, longestWaitSeconds: Math.max(t.longestWaitSeconds, e.waitSeconds) };
  const folded = { ...next, ...longest };
  return { ...folded, serviceLevel: levelOf(folded) };
};
