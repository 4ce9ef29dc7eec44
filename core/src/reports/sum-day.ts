// Sums a whole day's facts once, by source and quarter of an hour (UTC, because hours of every time zone consist of quarters). Reports
// reuse the sums instead of reading each fact.
import { isSeen, WIDTH } from './count-columns.ts';
import { countStay, countTalk, countTalkBar, countWaitBar, emptyBars } from './count-moments.ts';
import { waitsOf } from './day-waits.ts';
import type { DayWaits } from './day-waits.ts';
import type { DayFacts } from './queue-facts.ts';

export const QUARTER_MS = 900_000;
const QUARTERS = 96;

/** The service-level settings of a source; `null` when the source is not counted. */
export interface SourceSettings {
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}

export interface DaySums {
  /** By source. Uses 32-bit integers when all numbers fit. */
  readonly rows: Float64Array | Int32Array;
  /** Quarters with counts, in order. One row per quarter. */
  readonly quarters: readonly { readonly formula: number; readonly places: Uint8Array; readonly rows: Float64Array }[];
  readonly bars: { readonly waits: Float64Array; readonly talks: Float64Array };
  /** `null` with many sources, such as all customers, where it would need more memory than it saves time. */
  readonly waits: DayWaits | null;
}

const compact = (rows: Float64Array): { places: Uint8Array; rows: Float64Array } => {
  const places = Uint8Array.from(
    Array.from({ length: QUARTERS }, (_, place) => place).filter((place) => isSeen(rows, place)),
  );
  const kept = new Float64Array(places.length * WIDTH);
  for (const [i, place] of places.entries()) kept.set(rows.subarray(place * WIDTH, (place + 1) * WIDTH), i * WIDTH);
  return { places, rows: kept };
};

const MOST_NUMBER = 2 ** 31 - 1;
const narrow = (rows: Float64Array): Float64Array | Int32Array =>
  rows.every((value) => value <= MOST_NUMBER && value >= -MOST_NUMBER) ? Int32Array.from(rows) : rows;

/** Typical number of sources of one customer. */
const FEW_SOURCES = 256;

const sumDay = (
  dayStart: number,
  { stays, talks }: DayFacts,
  settings: readonly (SourceSettings | null)[],
): DaySums => {
  const rows = new Float64Array(settings.length * WIDTH);
  const byFormula = new Map<number, Float64Array>();
  const quartersOf = settings.map((one) => {
    if (one === null) return null;
    const quarters = byFormula.get(one.formula) ?? new Float64Array(QUARTERS * WIDTH);
    byFormula.set(one.formula, quarters);
    return quarters;
  });
  const bars = emptyBars();
  for (let i = 0; i < stays.count; i++) {
    const source = stays.source[i]!;
    const quarters = quartersOf[source];
    if (quarters === null || quarters === undefined) continue;
    const { thresholdSeconds, shortAbandonSeconds } = settings[source]!;
    const [outcome, wait] = [stays.outcome[i]!, stays.wait[i]!];
    countStay(rows, source, outcome, wait, thresholdSeconds, shortAbandonSeconds);
    const quarter = Math.floor(stays.at[i]! / QUARTER_MS);
    countStay(quarters, quarter, outcome, wait, thresholdSeconds, shortAbandonSeconds);
    countWaitBar(bars.waits, outcome, wait);
  }
  for (let i = 0; i < talks.count; i++) {
    const quarters = quartersOf[talks.source[i]!];
    if (quarters === null || quarters === undefined) continue;
    const [seconds, sentOn] = [talks.seconds[i]!, talks.sentOn[i]!];
    countTalk(rows, talks.source[i]!, seconds, sentOn);
    countTalk(quarters, Math.floor(talks.at[i]! / QUARTER_MS), seconds, sentOn);
    countTalkBar(bars.talks, seconds);
  }
  return {
    rows: narrow(rows),
    bars,
    waits: settings.length > FEW_SOURCES ? null : waitsOf(dayStart, stays, (source) => settings[source] !== null),
    quarters: [...byFormula].map(([formula, all]) => ({ formula, ...compact(all) })),
  };
};

const isSame = (a: SourceSettings | null | undefined, b: SourceSettings | null): boolean =>
  a === b ||
  (a !== null &&
    a !== undefined &&
    b !== null &&
    a.formula === b.formula &&
    a.thresholdSeconds === b.thresholdSeconds &&
    a.shortAbandonSeconds === b.shortAbandonSeconds);

export interface SummedDays {
  /** @param dayStart epoch ms; the last parameter has the service-level settings by source */
  of(dayStart: number, facts: DayFacts, settings: readonly (SourceSettings | null)[]): DaySums;
}

/** Keeps sums as long as their facts, for one set of service-level settings. */
export const createSummedDays = (): SummedDays => {
  const known = new WeakMap<DayFacts, { settings: readonly (SourceSettings | null)[]; sums: DaySums }>();
  return {
    of: (dayStart, facts, settings) => {
      const found = known.get(facts);
      if (
        found?.settings.length === settings.length &&
        settings.every((one, source) => isSame(found.settings[source], one))
      )
        return found.sums;
      const sums = sumDay(dayStart, facts, settings);
      known.set(facts, { settings, sums });
      return sums;
    },
  };
};
