// Counts packed days of queue facts for a report, by source and local hour. Reads each fact once, and none of whole days with stored sums
// (`sum-day.ts`).
import { addRow, countsAt, isSeen, WIDTH } from './count-columns.ts';
import { countStay, countTalk, countTalkBar, countWaitBar, emptyBars } from './count-moments.ts';
import { isWait, leftAt } from './day-waits.ts';
import type { DayWaits } from './day-waits.ts';
import type { DayFacts, StayColumns, TalkColumns } from './queue-facts.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from './queue-report.ts';
import type { QueueCounts } from './queue-report.ts';
import type { Period } from './report-period.ts';
import { QUARTER_MS } from './sum-day.ts';
import type { DaySums, SourceSettings, SummedDays } from './sum-day.ts';
import type { TimeColumns } from './time-columns.ts';
import { createWallHours } from './wall-hours.ts';
import type { WallHours } from './wall-hours.ts';

const DAY_MS = 86_400_000;
/** Below this number of facts, counting a day is as fast as adding its sums. */
const summedFromOf = (sources: number): number => Math.max(512, 4 * sources);

/** The service-level settings of a source's calls. */
type CountSettings = SourceSettings;

/** Times of waiting callers and their sources. Refused callers did not wait. */
export interface Waits {
  readonly joins: Float64Array;
  readonly leaves: Float64Array;
  readonly entities: Int32Array;
}

const twice = (values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const grown = new Float64Array(values.length * 2);
  grown.set(values);
  return grown;
};

const createWaits = () => {
  let joins = new Float64Array(0);
  let leaves = new Float64Array(0);
  let entities = new Int32Array(0);
  let count = 0;
  return {
    /** Allocates once for all: growing step by step takes longer than counting. */
    reserve: (more: number): void => {
      if (count + more <= joins.length) return;
      const length = Math.max(count + more, 2 * count);
      const grown = [new Float64Array(length), new Float64Array(length), new Int32Array(length)] as const;
      grown[0].set(joins);
      grown[1].set(leaves);
      grown[2].set(entities);
      [joins, leaves, entities] = grown;
    },
    /** Adds a queue visit if the caller waited. */
    add: (at: number, stays: StayColumns, i: number, entity: number): void => {
      if (!isWait(stays, i)) return;
      const since = stays.since[i]!;
      joins[count] = at - since;
      leaves[count] = leftAt(at, since);
      entities[count] = entity;
      count += 1;
    },
    addAll: (waits: DayWaits, entityOf: Int32Array): void => {
      joins.set(waits.joins, count);
      leaves.set(waits.leaves, count);
      const { sources } = waits;
      for (let i = 0; i < sources.length; i++) entities[count + i] = entityOf[sources[i]!]!;
      count += sources.length;
    },
    all: (): Waits => ({
      joins: joins.subarray(0, count),
      leaves: leaves.subarray(0, count),
      entities: entities.subarray(0, count),
    }),
  };
};

export interface QueueFactCount {
  /** Adds a source whose calls share service-level settings and returns its number. `counts` selects times (epoch ms); absent: all. */
  entity(judgement: CountSettings, counts?: (at: number) => boolean): number;
  /** Tells whether the day (start in epoch ms, UTC) overlaps the period. */
  wants(dayStart: number): boolean;
  /** Announces the number of queue visits before days are added. */
  expect(stays: number): void;
  /** @param entityOf number of each source of the day, -1 when not counted */
  add(dayStart: number, facts: DayFacts, entityOf: Int32Array): void;
  /** Returns `null` without facts in the period. */
  countsOf(entity: number): QueueCounts | null;
  /** @param most maximum number of waiting callers, by index of the hour */
  times(most: Int32Array): TimeColumns;
  waits(): { readonly bar: number; readonly answered: number; readonly abandoned: number; readonly other: number }[];
  talks(): { readonly bar: number; readonly completed: number }[];
  waiting(): Waits;
  readonly wall: WallHours;
}

export interface CountHow {
  /** False: only totals of the period. */
  readonly byHour?: boolean;
  /** Stored sums of whole days. Absent: every fact is read. */
  readonly summed?: SummedDays | undefined;
  readonly summedFrom?: number;
}

interface Entities {
  rows: Float64Array<ArrayBuffer>;
  readonly settings: CountSettings[];
  readonly hours: Float64Array[];
  readonly counts: (((at: number) => boolean) | undefined)[];
}

const createEntities = (places: number) => {
  const made: Entities = { rows: new Float64Array(16 * WIDTH), settings: [], hours: [], counts: [] };
  const byFormula = new Map<number, Float64Array>();
  const hoursOf = (formula: number): Float64Array => {
    const hours = byFormula.get(formula) ?? new Float64Array(places * WIDTH);
    byFormula.set(formula, hours);
    return hours;
  };
  const add: QueueFactCount['entity'] = (judgement, counts) => {
    const number = made.settings.length;
    if ((number + 1) * WIDTH > made.rows.length) made.rows = twice(made.rows);
    const { formula, thresholdSeconds, shortAbandonSeconds } = judgement;
    made.settings.push({ formula, thresholdSeconds, shortAbandonSeconds });
    made.hours.push(hoursOf(formula));
    made.counts.push(counts);
    return number;
  };
  return { made, byFormula, hoursOf, add };
};

/** Holds the counts and the bars. */
const createCounter = ({ from, to }: Period, wall: WallHours, byHour: boolean) => {
  const entities = createEntities(wall.count);
  const { made } = entities;
  const bars = emptyBars();
  const isOut = (entity: number, at: number): boolean =>
    entity < 0 || at < from || at >= to || made.counts[entity]?.(at) === false;

  const addStays = (
    dayStart: number,
    stays: StayColumns,
    entityOf: Int32Array,
    waiting: ReturnType<typeof createWaits>,
  ): void => {
    for (let i = 0; i < stays.count; i++) {
      const at = dayStart + stays.at[i]!;
      const entity = entityOf[stays.source[i]!]!;
      if (isOut(entity, at)) continue;
      const { thresholdSeconds, shortAbandonSeconds } = made.settings[entity]!;
      const [outcome, wait] = [stays.outcome[i]!, stays.wait[i]!];
      countStay(made.rows, entity, outcome, wait, thresholdSeconds, shortAbandonSeconds);
      if (byHour)
        countStay(made.hours[entity]!, wall.placeOf(at), outcome, wait, thresholdSeconds, shortAbandonSeconds);
      countWaitBar(bars.waits, outcome, wait);
      waiting.add(at, stays, i, entity);
    }
  };
  const addTalks = (dayStart: number, talks: TalkColumns, entityOf: Int32Array): void => {
    for (let i = 0; i < talks.count; i++) {
      const at = dayStart + talks.at[i]!;
      const entity = entityOf[talks.source[i]!]!;
      if (isOut(entity, at)) continue;
      const [seconds, sentOn] = [talks.seconds[i]!, talks.sentOn[i]!];
      countTalk(made.rows, entity, seconds, sentOn);
      if (byHour) countTalk(made.hours[entity]!, wall.placeOf(at), seconds, sentOn);
      countTalkBar(bars.talks, seconds);
    }
  };
  const addSums = (dayStart: number, sums: DaySums, entityOf: Int32Array): void => {
    for (const [source, entity] of entityOf.entries()) if (entity >= 0) addRow(made.rows, entity, sums.rows, source);
    for (const kind of ['waits', 'talks'] as const)
      for (const [place, value] of sums.bars[kind].entries()) bars[kind][place]! += value;
    if (!byHour) return;
    for (const { formula, places, rows } of sums.quarters) {
      const hours = entities.hoursOf(formula);
      for (const [i, place] of places.entries()) addRow(hours, wall.placeOf(dayStart + place * QUARTER_MS), rows, i);
    }
  };
  return { entities, bars, addStays, addTalks, addSums };
};

const barsOf = (bars: ReturnType<typeof emptyBars>): Pick<QueueFactCount, 'waits' | 'talks'> => ({
  waits: () =>
    Array.from({ length: WAIT_BOUNDS.length + 1 }, (_, bar) => {
      const [answered = 0, abandoned = 0, other = 0] = bars.waits.subarray(3 * bar, 3 * bar + 3);
      return { bar, answered, abandoned, other };
    }),
  talks: () => Array.from({ length: TALK_BOUNDS.length + 1 }, (_, bar) => ({ bar, completed: bars.talks[bar]! })),
});

export const createQueueFactCount = (period: Period, timeZone: string, how: CountHow = {}): QueueFactCount => {
  const { byHour = true, summed, summedFrom } = how;
  const wall = createWallHours(period, timeZone);
  const { entities, bars, addStays, addTalks, addSums } = createCounter(period, wall, byHour);
  const { made, byFormula } = entities;
  const waiting = createWaits();

  /** Returns the day's sums if the whole day counts and its hours consist of whole quarters. */
  const sumsOf = (dayStart: number, facts: DayFacts, entityOf: Int32Array): DaySums | null => {
    if (summed === undefined || facts.stays.count + facts.talks.count < (summedFrom ?? summedFromOf(entityOf.length)))
      return null;
    if (dayStart < period.from || dayStart + DAY_MS > period.to) return null;
    if (entityOf.some((entity) => entity >= 0 && made.counts[entity] !== undefined)) return null;
    for (let at = dayStart; byHour && at < dayStart + DAY_MS; at += QUARTER_MS)
      if (wall.placeOf(at) !== wall.placeOf(at + QUARTER_MS - 1)) return null;
    return summed.of(
      dayStart,
      facts,
      Array.from(entityOf, (entity) => made.settings[entity] ?? null),
    );
  };

  return {
    wall,
    entity: entities.add,
    wants: (dayStart) => dayStart < period.to && dayStart + DAY_MS > period.from,
    expect: waiting.reserve,
    add: (dayStart, facts, entityOf) => {
      const { stays, talks } = facts;
      const sums = sumsOf(dayStart, facts, entityOf);
      if (sums === null) {
        addStays(dayStart, stays, entityOf, waiting);
        addTalks(dayStart, talks, entityOf);
        return;
      }
      addSums(dayStart, sums, entityOf);
      if (sums.waits !== null) return waiting.addAll(sums.waits, entityOf);
      for (let i = 0; i < stays.count; i++) {
        const entity = entityOf[stays.source[i]!]!;
        if (entity >= 0) waiting.add(dayStart + stays.at[i]!, stays, i, entity);
      }
    },
    countsOf: (entity) => (isSeen(made.rows, entity) ? countsAt(made.rows, entity) : null),
    times: (most) => ({
      ...{ count: wall.count, first: wall.first, most, written: wall.written },
      formulas: [...byFormula].map(([formula, rows]) => ({ formula, rows })),
    }),
    ...barsOf(bars),
    waiting: waiting.all,
  };
};
