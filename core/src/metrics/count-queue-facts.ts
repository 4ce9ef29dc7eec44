// Counts packed days of facts of queues for a report: by source and by the hour of a wall's clock. Each moment is looked at once.
import { ABANDONED, ANSWERED, FULL, LEFT_BY_KEY, NO_AGENT, NO_NUMBER, TIMED_OUT, WITHDRAWN } from './queue-facts.ts';
import type { DayFacts, StayColumns, TalkColumns } from './queue-facts.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from './queue-report.ts';
import type { QueueCounts } from './queue-report.ts';
import type { Period } from './report-period.ts';
import { createWallHours } from './wall-hours.ts';
import type { WallHours } from './wall-hours.ts';

const DAY_MS = 86_400_000;

/** By what a source's calls are judged. */
export interface Judgement {
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}

/** Columns of a row of counts. */
const FIELD = {
  ...{ answered: 0, answeredInTime: 1, abandonedShort: 2, abandonedLong: 3, abandonedInTime: 4, timedOut: 5 },
  ...{ leftByKey: 6, noAgent: 7, full: 8, withdrawn: 9, waitSeconds: 10, abandonWaitSeconds: 11 },
  ...{ longestWaitSeconds: 12, completed: 13, transferred: 14, talkSeconds: 15, seen: 16 },
} as const;
const WIDTH = 17;
const FIELD_OF_OUTCOME = new Int8Array(9).fill(-1);
for (const [outcome, field] of [
  [TIMED_OUT, FIELD.timedOut],
  [LEFT_BY_KEY, FIELD.leftByKey],
  [NO_AGENT, FIELD.noAgent],
  [FULL, FIELD.full],
  [WITHDRAWN, FIELD.withdrawn],
] as const) {
  FIELD_OF_OUTCOME[outcome] = field;
}

const countsAt = (rows: Float64Array, row: number): QueueCounts => {
  const value = (field: number): number => rows[row * WIDTH + field] ?? 0;
  return {
    answered: value(FIELD.answered),
    answeredInTime: value(FIELD.answeredInTime),
    abandonedShort: value(FIELD.abandonedShort),
    abandonedLong: value(FIELD.abandonedLong),
    abandonedInTime: value(FIELD.abandonedInTime),
    timedOut: value(FIELD.timedOut),
    leftByKey: value(FIELD.leftByKey),
    noAgent: value(FIELD.noAgent),
    full: value(FIELD.full),
    withdrawn: value(FIELD.withdrawn),
    waitSeconds: value(FIELD.waitSeconds),
    abandonWaitSeconds: value(FIELD.abandonWaitSeconds),
    longestWaitSeconds: value(FIELD.longestWaitSeconds),
    completed: value(FIELD.completed),
    transferred: value(FIELD.transferred),
    talkSeconds: value(FIELD.talkSeconds),
  };
};

const countStay = (
  rows: Float64Array,
  row: number,
  outcome: number,
  wait: number,
  threshold: number,
  short: number,
): void => {
  const at = row * WIDTH;
  rows[at + FIELD.seen]! += 1;
  const waited = wait !== NO_NUMBER;
  if (waited && wait > rows[at + FIELD.longestWaitSeconds]!) rows[at + FIELD.longestWaitSeconds] = wait;
  if (outcome === ANSWERED) {
    rows[at + FIELD.answered]! += 1;
    if (!waited) return;
    rows[at + FIELD.waitSeconds]! += wait;
    if (wait <= threshold) rows[at + FIELD.answeredInTime]! += 1;
  } else if (outcome === ABANDONED) {
    if (!waited) return;
    rows[at + FIELD.abandonWaitSeconds]! += wait;
    rows[at + (wait <= short ? FIELD.abandonedShort : FIELD.abandonedLong)]! += 1;
    if (wait <= threshold) rows[at + FIELD.abandonedInTime]! += 1;
  } else {
    const field = FIELD_OF_OUTCOME[outcome] ?? -1;
    if (field >= 0) rows[at + field]! += 1;
  }
};

const countTalk = (rows: Float64Array, row: number, seconds: number, sentOn: number): void => {
  const at = row * WIDTH;
  rows[at + FIELD.seen]! += 1;
  rows[at + FIELD.completed]! += 1;
  rows[at + FIELD.transferred]! += sentOn;
  rows[at + FIELD.talkSeconds]! += seconds;
};

/** The number of bounds that are less, of each whole number up to the last bound. */
const placesOf = (bounds: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: (bounds.at(-1) ?? 0) + 1 }, (_, value) => bounds.filter((bound) => bound < value).length);
const WAIT_PLACES = placesOf(WAIT_BOUNDS);
const TALK_PLACES = placesOf(TALK_BOUNDS);
const placeIn = (places: Uint8Array, value: number): number =>
  value < 0 ? 0 : value < places.length ? places[value]! : places[places.length - 1]! + 1;

/** Times of those who waited, and whose they were. Who was turned away at the door did not wait. */
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
    /** At once for all that comes: memory that grows step by step costs more than counting. */
    reserve: (more: number): void => {
      if (count + more <= joins.length) return;
      const length = Math.max(count + more, 2 * count);
      const grown = [new Float64Array(length), new Float64Array(length), new Int32Array(length)] as const;
      grown[0].set(joins);
      grown[1].set(leaves);
      grown[2].set(entities);
      [joins, leaves, entities] = grown;
    },
    add: (join: number, leave: number, entity: number): void => {
      joins[count] = join;
      leaves[count] = leave;
      entities[count] = entity;
      count += 1;
    },
    all: (): Waits => ({
      joins: joins.subarray(0, count),
      leaves: leaves.subarray(0, count),
      entities: entities.subarray(0, count),
    }),
  };
};

const waitsAtAll = (outcome: number, wait: number): boolean =>
  outcome !== 0 && outcome !== FULL && !(outcome === NO_AGENT && (wait === 0 || wait === NO_NUMBER));

export interface HourCounts extends QueueCounts {
  readonly hour: string;
  readonly formula: number;
}

export interface QueueFactCount {
  /** A source of calls that are judged alike; its number. `counts`: which moments of its are counted (epoch ms); absent: all. */
  entity(judgement: Judgement, counts?: (at: number) => boolean): number;
  /** Whether the day (epoch ms of its begin, UTC) has moments of the period. */
  wants(dayStart: number): boolean;
  /** Before days are added: how many stays they have. */
  expect(stays: number): void;
  /** @param entityOf the number of each source of the day; -1 for one that is not counted */
  add(dayStart: number, facts: DayFacts, entityOf: Int32Array): void;
  /** null: nothing of it fell into the period. */
  countsOf(entity: number): QueueCounts | null;
  hours(): HourCounts[];
  waits(): { readonly bar: number; readonly answered: number; readonly abandoned: number; readonly other: number }[];
  talks(): { readonly bar: number; readonly completed: number }[];
  waiting(): Waits;
  readonly wall: WallHours;
}

/** @param byHour false: of the whole period alone */
export const createQueueFactCount = (period: Period, timeZone: string, byHour = true): QueueFactCount => {
  const { from, to } = period;
  const wall = createWallHours(period, timeZone);
  let rows = new Float64Array(16 * WIDTH);
  let limits = new Float64Array(2 * 16);
  /** By formula; those of each entity beside it. */
  const byFormula = new Map<number, Float64Array>();
  const hoursOf: Float64Array[] = [];
  const countsOfEntity: (((at: number) => boolean) | undefined)[] = [];
  const waitBars = new Float64Array(3 * (WAIT_BOUNDS.length + 1));
  const talkBars = new Float64Array(TALK_BOUNDS.length + 1);
  const waiting = createWaits();

  const addStays = (dayStart: number, stays: StayColumns, entityOf: Int32Array): void => {
    for (let i = 0; i < stays.count; i++) {
      const at = dayStart + stays.at[i]!;
      const entity = entityOf[stays.source[i]!]!;
      if (entity < 0 || at < from || at >= to || countsOfEntity[entity]?.(at) === false) continue;
      const threshold = limits[2 * entity]!;
      const short = limits[2 * entity + 1]!;
      const outcome = stays.outcome[i]!;
      const wait = stays.wait[i]!;
      countStay(rows, entity, outcome, wait, threshold, short);
      if (byHour) countStay(hoursOf[entity]!, wall.placeOf(at), outcome, wait, threshold, short);
      if (wait !== NO_NUMBER && outcome !== 0) {
        const kind = outcome === ANSWERED ? 0 : outcome === ABANDONED ? 1 : 2;
        waitBars[3 * placeIn(WAIT_PLACES, wait) + kind]! += 1;
      }
      const since = stays.since[i]!;
      if (Number.isNaN(since) || since === NO_NUMBER || !waitsAtAll(outcome, wait)) continue;
      // To the moment that is known best: a wait is told in whole seconds. Who left at once was there.
      waiting.add(at - since, since > 0 ? at : at - since + 1, entity);
    }
  };
  const addTalks = (dayStart: number, talks: TalkColumns, entityOf: Int32Array): void => {
    for (let i = 0; i < talks.count; i++) {
      const at = dayStart + talks.at[i]!;
      const entity = entityOf[talks.source[i]!]!;
      if (entity < 0 || at < from || at >= to || countsOfEntity[entity]?.(at) === false) continue;
      const [seconds, sentOn] = [talks.seconds[i]!, talks.sentOn[i]!];
      countTalk(rows, entity, seconds, sentOn);
      if (byHour) countTalk(hoursOf[entity]!, wall.placeOf(at), seconds, sentOn);
      talkBars[placeIn(TALK_PLACES, seconds)]! += 1;
    }
  };

  return {
    wall,
    entity: (judgement, counts) => {
      const number = hoursOf.length;
      if ((number + 1) * WIDTH > rows.length) [rows, limits] = [twice(rows), twice(limits)];
      limits.set([judgement.thresholdSeconds, judgement.shortAbandonSeconds], 2 * number);
      const hours = byFormula.get(judgement.formula) ?? new Float64Array(wall.count * WIDTH);
      byFormula.set(judgement.formula, hours);
      hoursOf.push(hours);
      countsOfEntity.push(counts);
      return number;
    },
    wants: (dayStart) => dayStart < to && dayStart + DAY_MS > from,
    expect: waiting.reserve,
    add: (dayStart, { stays, talks }, entityOf) => {
      addStays(dayStart, stays, entityOf);
      addTalks(dayStart, talks, entityOf);
    },
    countsOf: (entity) => (rows[entity * WIDTH + FIELD.seen] === 0 ? null : countsAt(rows, entity)),
    hours: () =>
      [...byFormula].flatMap(([formula, hours]) =>
        Array.from({ length: wall.count }, (_, place) => place).flatMap((place) =>
          hours[place * WIDTH + FIELD.seen] === 0
            ? []
            : [{ hour: wall.written(place), formula, ...countsAt(hours, place) }],
        ),
      ),
    waits: () =>
      Array.from({ length: WAIT_BOUNDS.length + 1 }, (_, bar) => {
        const [answered = 0, abandoned = 0, other = 0] = waitBars.subarray(3 * bar, 3 * bar + 3);
        return { bar, answered, abandoned, other };
      }),
    talks: () => Array.from(talkBars, (completed, bar) => ({ bar, completed })),
    waiting: waiting.all,
  };
};
