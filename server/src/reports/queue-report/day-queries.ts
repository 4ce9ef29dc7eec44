// Days of facts of queues: packed where they are, as rows where a mark says that they are not, or no longer.
import { sql } from 'kysely';
import { packFacts, unpackFacts } from '@ringside/core/metrics/queue-facts.ts';
import type { QueueFact } from '@ringside/core/metrics/queue-facts.ts';
import type { Db } from '../../db/connect.ts';
import type { Sight } from '../../db/list-rows.ts';
import { behindWall } from '../../db/wall.ts';
import { createKeptDays } from '../kept-days.ts';
import { customersIn, DAY_MS, dayAt, msOf, readPackedDays, startOf } from '../packed-days.ts';
import type { DayRow, Packed, PackedKind } from '../packed-days.ts';
import { keepDays, keptDay, readSeals } from './everybodys-days.ts';
import type { FactDay, OwnedSource, Source } from './fact-day.ts';
import type { ReportScope } from './queries.ts';

export interface FactRow {
  readonly serverId: number;
  readonly queue: string;
  readonly callcenterId: string | null;
  readonly at: number;
  readonly outcome: string | null;
  readonly wait: number | null;
  readonly joinedAt: number | null;
  readonly talk: number | null;
  readonly sentOn: boolean;
}
type Row = DayRow<FactRow>;

const packSources = (rows: readonly FactRow[]): { readonly sources: Source[]; readonly facts: QueueFact[] } => {
  const keyOf = (row: Source): string => JSON.stringify([row.serverId, row.queue, row.callcenterId]);
  // In an order of their own, so that days of the same sources have the same text.
  const keys = [...new Set(rows.map(keyOf))].toSorted();
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const sources = keys.map((key) => {
    const [serverId, queue, callcenterId] = JSON.parse(key) as [number, string, string | null];
    return { serverId, queue, callcenterId };
  });
  return { sources, facts: rows.map((row) => ({ ...row, source: numbers.get(keyOf(row)) ?? 0 })) };
};

/** A day as `queue_packed_days` keeps it. */
const packDay = (day: string, rows: readonly FactRow[]): Packed => {
  const { sources, facts } = packSources(rows);
  const bytes = packFacts(startOf(day), facts);
  return { sources: JSON.stringify(sources), facts: Buffer.from(bytes.buffer).toString('base64') };
};

/** Of customers who were asked for lately: who looks at a report looks again, by another group or filter. */
const KEPT = createKeptDays<FactDay>(16 * 1024 * 1024);

/** By customer and text, as they are packed; given up when they are many. */
const SOURCES = new Map<string, readonly OwnedSource[]>();
const MOST_SOURCES = 20_000;

const sourcesOf = (customerId: string, text: string): readonly OwnedSource[] => {
  const key = `${customerId} ${text}`;
  const known = SOURCES.get(key);
  if (known !== undefined) return known;
  const made = (JSON.parse(text) as Source[]).map((source) => ({ ...source, customerId }));
  if (SOURCES.size >= MOST_SOURCES) SOURCES.clear();
  SOURCES.set(key, made);
  return made;
};

/** Sums of a day (`sum-day.ts`) live with it. */
const WITH_SUMS = 3;

/** @param room days of all customers may be too many: they do not drive out those of one */
const createUnpack =
  (room: boolean) =>
  ({ customerId, day, version, sources, facts }: Row, had: ReadonlyMap<string, FactDay>): FactDay => {
    const known = had.get(version ?? '');
    if (known !== undefined) return known;
    const read = Buffer.from(facts ?? '', 'base64');
    // What is kept keeps no more than itself: small buffers are parts of a larger one.
    const bytes = read.byteLength < read.buffer.byteLength ? new Uint8Array(read) : read;
    const unpacked = {
      start: startOf(day),
      sources: sourcesOf(customerId, sources ?? '[]'),
      facts: unpackFacts(bytes),
    };
    if (version !== null) KEPT.keep({ customerId, day }, version, unpacked, bytes.length * WITH_SUMS, room);
    return unpacked;
  };

const dayOfRows = (rows: readonly Row[]): FactDay => {
  const { customerId, day } = rows[0]!;
  const { sources, facts } = packSources(rows);
  const start = startOf(day);
  const owned = sources.map((source) => ({ ...source, customerId }));
  return { start, sources: owned, facts: unpackFacts(packFacts(start, facts)) };
};

export const QUEUE_DAYS: PackedKind<FactRow> = {
  lock: 5_010_001,
  days: sql`queue_packed_days`,
  marks: sql`queue_day_marks`,
  facts: sql`queue_facts`,
  columns: sql`f.server_id, f.queue, f.callcenter_id, ${msOf(sql`f.at`)} as at, f.outcome, f.wait,
    ${msOf(sql`f.joined_at`)} as joined_at, f.talk, f.sent_on`,
  blanks: sql`null::integer as server_id, null::text as queue, null::text as callcenter_id, null::float8 as at,
    null::text as outcome, null::integer as wait, null::float8 as joined_at, null::integer as talk, null::boolean as sent_on`,
  pack: packDay,
};

/** Rows of one reading, more or less: days of a customer may be many. */
const ROWS_AT_ONCE = 1_500;
const MOST_DAYS = 128;

/** `loose`: some of them were not packed. In order. */
const readDays = async (
  db: Db,
  caller: Sight,
  customers: readonly string[] | null,
  days: readonly [string, string],
  unpack: ReturnType<typeof createUnpack>,
) => {
  const had = KEPT.of(customers, ...days);
  const rows = await readPackedDays(behindWall(db, caller), QUEUE_DAYS, customers, ...days, [...had.keys()]);
  const loose = Map.groupBy(
    rows.filter((row) => row.version === null),
    (row) => `${row.customerId} ${row.day}`,
  );
  const packed = rows.filter((row) => row.version !== null).map((row) => unpack(row, had));
  const found = [...packed, ...[...loose.values()].map(dayOfRows)].toSorted((a, b) => a.start - b.start);
  return { found, rows: rows.length, loose: loose.size > 0 };
};

/** Of all customers, day by day: those that are kept are as one. */
async function* readEverybodysDays(db: Db, caller: Sight, from: number, end: number): AsyncGenerator<FactDay[]> {
  const seals = await readSeals(db, dayAt(from), dayAt(end));
  const unpack = createUnpack(false);
  for (let at = from; at <= end; at += DAY_MS) {
    const day = dayAt(at);
    if (!seals.seals.has(day)) continue;
    const kept = keptDay(at, seals);
    if (kept !== undefined) {
      yield [kept];
      continue;
    }
    const { found, loose } = await readDays(db, caller, null, [day, day], unpack);
    yield loose ? found : [...keepDays(at, found, seals)];
  }
}

/** The days (UTC) that a period touches, each of each customer; in order, some at a time. */
export async function* readFactDays(db: Db, caller: Sight, scope: ReportScope): AsyncGenerator<FactDay[], undefined> {
  const customers = customersIn(caller, scope.customerId);
  if (customers?.length === 0) return undefined;
  const from = Math.floor(scope.period.from / DAY_MS) * DAY_MS;
  const end = Math.floor((scope.period.to - 1) / DAY_MS) * DAY_MS;
  if (customers === null) {
    yield* readEverybodysDays(db, caller, from, end);
    return undefined;
  }
  const unpack = createUnpack(true);
  let length = 64;
  for (let at = from; at <= end;) {
    const last = Math.min(end, at + (length - 1) * DAY_MS);
    const { found, rows } = await readDays(db, caller, customers, [dayAt(at), dayAt(last)], unpack);
    yield found;
    const read = (last - at) / DAY_MS + 1;
    at = last + DAY_MS;
    length = Math.max(1, Math.min(MOST_DAYS, Math.floor((read * ROWS_AT_ONCE) / Math.max(1, rows))));
  }
  return undefined;
}
