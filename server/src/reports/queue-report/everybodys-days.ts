// Caches merged days of all customers in memory. A short fingerprint from the database tells whether a day has changed.
import { totalmem } from 'node:os';
import { sql } from 'kysely';
import { bytesOf, mergeFacts } from '@ringside/core/reports/merge-facts.ts';
import type { Db } from '../../platform/db/connect.ts';
import { dayAt } from '../packed-days.ts';
import type { FactDay, OwnedSource } from './fact-day.ts';

/** A small share of memory is enough for a year of a few customers or a quarter of many. */
const MOST_BYTES = Math.min(96 * 1024 * 1024, totalmem() / 32);
/** Including the sums of its day (`sum-day.ts`). */
const SOURCE_BYTES = 16 + 17 * 4;
/** Sources are numbered in two bytes. */
const MOST_SOURCES = 2 ** 16;

interface Kept {
  readonly seal: string;
  readonly day: FactDay;
  readonly bytes: number;
  /** Number of the last request for this day. */
  asked: number;
}

const KEPT = new Map<string, Kept>();
let [asking, total] = [0, 0];

const drop = (day: string): void => {
  total -= KEPT.get(day)?.bytes ?? 0;
  KEPT.delete(day);
};

/** Evicts only days that the current request does not need. A request larger than the cache thus still finds a part of it later. */
const makeRoom = (bytes: number, now: number): boolean => {
  for (const [day, { asked }] of KEPT) {
    if (total + bytes <= MOST_BYTES) break;
    if (asked !== now) drop(day);
  }
  return total + bytes <= MOST_BYTES;
};

interface Seals {
  /** Fingerprint of the packed days by day, for days with data; `null` if some data is not packed. */
  readonly seals: ReadonlyMap<string, string | null>;
  readonly asking: number;
}

export const readSeals = async (db: Db, first: string, last: string): Promise<Seals> => {
  const { rows } = await sql<{ day: string; seal: string | null }>`/* kept */
    select day::text as day, case when bool_or(marked) then null else sum(seal)::text || ' ' || count(*) end as seal from (
      select day, uuid_hash_extended(version, 0) as seal, false as marked from queue_packed_days
        where day between ${first}::date and ${last}::date
      union all
      select day, 0, true from (select distinct day from queue_day_marks where day between ${first}::date and ${last}::date) as m
    ) as all_days group by day`.execute(db);
  asking += 1;
  return { seals: new Map(rows.map(({ day, seal }) => [day, seal])), asking };
};

/** Returns the merged day if it is cached and unchanged. */
export const keptDay = (start: number, { seals, asking: now }: Seals): FactDay | undefined => {
  const day = dayAt(start);
  const kept = KEPT.get(day);
  if (kept === undefined || kept.seal !== seals.get(day)) return undefined;
  kept.asked = now;
  return kept.day;
};

const merged = (start: number, days: readonly FactDay[]): FactDay | null => {
  const sources: OwnedSource[] = [];
  const numbers = new Map<OwnedSource, number>();
  const parts = days.map((day) => ({
    facts: day.facts,
    sourceOf: Uint16Array.from(day.sources, (source) => {
      const number = numbers.get(source) ?? sources.length;
      if (number === sources.length) sources.push(source);
      numbers.set(source, number);
      return number;
    }),
  }));
  const facts = sources.length > MOST_SOURCES ? null : mergeFacts(parts);
  return facts === null ? null : { start, sources, facts };
};

/**
 * Merges days of all customers and caches the result.
 * @param seals read before the days, so that later changes have another fingerprint
 */
export const keepDays = (
  start: number,
  days: readonly FactDay[],
  { seals, asking: now }: Seals,
): readonly FactDay[] => {
  const day = dayAt(start);
  const seal = seals.get(day);
  if (typeof seal !== 'string' || days.length === 0) return days;
  const whole = merged(start, days);
  if (whole === null) return days;
  drop(day);
  const bytes = bytesOf(whole.facts) + SOURCE_BYTES * whole.sources.length;
  if (makeRoom(bytes, now)) {
    KEPT.set(day, { seal, day: whole, bytes, asked: now });
    total += bytes;
  }
  return [whole];
};
