// Reads days of queue facts: packed, or as rows if a mark says that the packed day is missing or outdated.
import { sql } from 'kysely';
import { packFacts, unpackFacts } from '@ringside/core/reports/queue-facts.ts';
import type { QueueFact } from '@ringside/core/reports/queue-facts.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { TenantScope } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import { createKeptDays } from '../kept-days.ts';
import { customersIn, DAY_MS, dayAt, msOf, readPackedDays, startOf } from '../packed-days.ts';
import type { DayRow, Packed, PackedKind } from '../packed-days.ts';
import { keepDays, keptDay, readSeals } from './everybodys-days.ts';
import type { FactDay, OwnedSource, Source } from './fact-day.ts';
import type { ReportScope } from './queries.ts';

interface FactRow {
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
  // Sorted, so that days with the same sources have the same text.
  const keys = [...new Set(rows.map(keyOf))].toSorted();
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const sources = keys.map((key) => {
    const [serverId, queue, callcenterId]: [number, string, string | null] = JSON.parse(key);
    return { serverId, queue, callcenterId };
  });
  return { sources, facts: rows.map((row) => ({ ...row, source: numbers.get(keyOf(row)) ?? 0 })) };
};

/** Returns a day in the format of `queue_packed_days`. */
const packDay = (day: string, rows: readonly FactRow[]): Packed => {
  const { sources, facts } = packSources(rows);
  const bytes = packFacts(startOf(day), facts);
  return { sources: JSON.stringify(sources), facts: Buffer.from(bytes.buffer).toString('base64') };
};

/** Caches days of recently requested customers, because users often change grouping or filters. */
const KEPT = createKeptDays<FactDay>(16 * 1024 * 1024);

/** Cache of parsed sources by customer and packed text, cleared when it grows too large. */
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

/** Factor for the sums of a day (`sum-day.ts`), which are kept with it. */
const WITH_SUMS = 3;

/** @param room false for reports over all customers, whose days must not evict those of a single one */
const createUnpack =
  (room: boolean) =>
  ({ customerId, day, version, sources, facts }: Row, had: ReadonlyMap<string, FactDay>): FactDay => {
    const known = had.get(version ?? '');
    if (known !== undefined) return known;
    const read = Buffer.from(facts ?? '', 'base64');
    // Copies small buffers, because they are views of a larger shared one that would stay in memory.
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

/** Approximate number of rows per read: days of a customer may have many. */
const ROWS_AT_ONCE = 1_500;
const MOST_DAYS = 128;

/** Reads days in order. `loose`: some of them were not packed. */
const readDays = async (
  db: Db,
  caller: TenantScope,
  customers: readonly string[] | null,
  days: readonly [string, string],
  unpack: ReturnType<typeof createUnpack>,
) => {
  const had = KEPT.of(customers, ...days);
  const rows = await readPackedDays(withRowSecurity(db, caller), QUEUE_DAYS, customers, ...days, [...had.keys()]);
  const loose = Map.groupBy(
    rows.filter((row) => row.version === null),
    (row) => `${row.customerId} ${row.day}`,
  );
  const packed = rows.filter((row) => row.version !== null).map((row) => unpack(row, had));
  const found = [...packed, ...[...loose.values()].map(dayOfRows)].toSorted((a, b) => a.start - b.start);
  return { found, rows: rows.length, loose: loose.size > 0 };
};

/** Yields the days of all customers. Cached days are already merged into one. */
async function* readEverybodysDays(db: Db, caller: TenantScope, from: number, end: number): AsyncGenerator<FactDay[]> {
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

/** Yields the days (UTC) that a period overlaps, for each customer, in order and in batches. */
export async function* readFactDays(
  db: Db,
  caller: TenantScope,
  scope: ReportScope,
): AsyncGenerator<FactDay[], undefined> {
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
