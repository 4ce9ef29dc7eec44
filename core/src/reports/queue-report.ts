// The queue report: counts of queue visits and talks by queue, call center, customer or time, and the derived figures. Counts as
// `foldToday` does, so both agree exactly.
import { serviceLevelParts, thousandths } from './service-level.ts';

export const REPORT_GROUPS = ['queue', 'callcenter', 'customer', 'hour', 'day', 'weekday', 'month'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];
export type TimeGroup = Extract<ReportGroup, 'hour' | 'day' | 'weekday' | 'month'>;

/** Counts of visits and talks that ended in the period. Sums in whole seconds. */
export interface QueueCounts {
  readonly answered: number;
  readonly answeredInTime: number;
  readonly abandonedShort: number;
  readonly abandonedLong: number;
  readonly abandonedInTime: number;
  readonly timedOut: number;
  readonly leftByKey: number;
  readonly noAgent: number;
  readonly full: number;
  readonly withdrawn: number;
  /** Total wait of answered calls. */
  readonly waitSeconds: number;
  /** Total wait of abandoned calls, short or long. */
  readonly abandonWaitSeconds: number;
  /** Longest wait of all callers, answered or not. */
  readonly longestWaitSeconds: number;
  readonly completed: number;
  /** Completed calls that the agent transferred. */
  readonly transferred: number;
  readonly talkSeconds: number;
}

/** Counts of a group and the two parts of its service level. Sums add the parts, never percentages. */
export interface Tally extends QueueCounts {
  readonly kept: number;
  readonly serviceLevelBase: number;
  /** Maximum number of callers who waited at one time. */
  readonly maximumCallers: number;
}

const EMPTY_COUNTS: QueueCounts = {
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
  abandonWaitSeconds: 0,
  longestWaitSeconds: 0,
  completed: 0,
  transferred: 0,
  talkSeconds: 0,
};
export const EMPTY_TALLY: Tally = { ...EMPTY_COUNTS, kept: 0, serviceLevelBase: 0, maximumCallers: 0 };

const flowOutsOf = (c: QueueCounts): number => c.timedOut + c.leftByKey + c.noAgent + c.full + c.withdrawn;

export const tallyOf = (counts: QueueCounts, formula: number, maximumCallers = 0): Tally => {
  const abandoned = counts.abandonedShort + counts.abandonedLong;
  const [kept, serviceLevelBase] = serviceLevelParts({ ...counts, abandoned, flowOuts: flowOutsOf(counts) }, formula);
  return { ...counts, kept, serviceLevelBase, maximumCallers };
};

/** The joint maximum of waiting callers is unknown, so the greater one is used. That is exact for times of one group. */
export const addTallies = (a: Tally, b: Tally): Tally => ({
  answered: a.answered + b.answered,
  answeredInTime: a.answeredInTime + b.answeredInTime,
  abandonedShort: a.abandonedShort + b.abandonedShort,
  abandonedLong: a.abandonedLong + b.abandonedLong,
  abandonedInTime: a.abandonedInTime + b.abandonedInTime,
  timedOut: a.timedOut + b.timedOut,
  leftByKey: a.leftByKey + b.leftByKey,
  noAgent: a.noAgent + b.noAgent,
  full: a.full + b.full,
  withdrawn: a.withdrawn + b.withdrawn,
  waitSeconds: a.waitSeconds + b.waitSeconds,
  abandonWaitSeconds: a.abandonWaitSeconds + b.abandonWaitSeconds,
  longestWaitSeconds: Math.max(a.longestWaitSeconds, b.longestWaitSeconds),
  completed: a.completed + b.completed,
  transferred: a.transferred + b.transferred,
  talkSeconds: a.talkSeconds + b.talkSeconds,
  kept: a.kept + b.kept,
  serviceLevelBase: a.serviceLevelBase + b.serviceLevelBase,
  maximumCallers: Math.max(a.maximumCallers, b.maximumCallers),
});

/** Displayed figures. Averages in whole seconds, percentages in thousandths of a percent, `null` when dividing by zero. */
interface QueueFigures extends QueueCounts {
  readonly received: number;
  readonly unanswered: number;
  readonly abandoned: number;
  readonly averageWaitSeconds: number | null;
  readonly averageAbandonSeconds: number | null;
  readonly averageTalkSeconds: number | null;
  readonly maximumCallers: number;
  readonly answeredPercent: number | null;
  readonly unansweredPercent: number | null;
  readonly abandonedPercent: number | null;
  readonly serviceLevel: number | null;
}

const mean = (sum: number, count: number): number | null => (count > 0 ? Math.round(sum / count) : null);

export const figuresOf = ({ kept, serviceLevelBase, ...rest }: Tally): QueueFigures => {
  const abandoned = rest.abandonedShort + rest.abandonedLong;
  const received = rest.answered + abandoned + flowOutsOf(rest);
  const answeredPercent = thousandths(rest.answered, received);
  return {
    ...rest,
    received,
    abandoned,
    unanswered: received - rest.answered,
    averageWaitSeconds: mean(rest.waitSeconds, rest.answered),
    averageAbandonSeconds: mean(rest.abandonWaitSeconds, abandoned),
    averageTalkSeconds: mean(rest.talkSeconds, rest.completed),
    answeredPercent,
    // Both percentages add up to 100 %.
    unansweredPercent: answeredPercent === null ? null : 100_000 - answeredPercent,
    abandonedPercent: thousandths(abandoned, received),
    serviceLevel: thousandths(kept, serviceLevelBase),
  };
};

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** `hour` is a local hour, `2026-11-21T09`. An hour that occurs twice on a day counts as one. */
export const timeKey = (hour: string, group: TimeGroup): string => {
  switch (group) {
    case 'hour':
      return hour.slice(11, 13);
    case 'day':
      return hour.slice(0, 10);
    case 'weekday':
      return String(weekdayOf(hour.slice(0, 10)));
    case 'month':
      return hour.slice(0, 7);
  }
};

/** Sums by key, in key order. */
export const addUpBy = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  tallyOfItem: (item: Item) => Tally,
): ReadonlyMap<string, Tally> => {
  const found = new Map<string, Tally>();
  for (const item of items) {
    const key = keyOf(item);
    found.set(key, addTallies(found.get(key) ?? EMPTY_TALLY, tallyOfItem(item)));
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Inclusive upper bounds of the distribution bars, whole seconds. The last bar is open. */
export const WAIT_BOUNDS = [5, 10, 20, 30, 60, 120, 300, 600] as const;
export const TALK_BOUNDS = [30, 60, 120, 180, 300, 600, 1200, 1800] as const;
