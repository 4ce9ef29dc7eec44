// Packs marked days of facts that have ended (UTC). Late writes mark a day again.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { dayAt, IN_DAY } from './packed-days.ts';
import type { InDay, PackedKind } from './packed-days.ts';

const DAYS_AT_ONCE = 200;

const readMarked = async <Row>(db: Db, kind: PackedKind<Row>, before: string, most: number): Promise<InDay[]> => {
  const { rows } = await sql<InDay>`
    select distinct customer_id, day::text as day from ${kind.marks} where day < ${before}::date
    order by day, customer_id limit ${most}`.execute(db);
  return rows;
};

const readFacts = async <Row>(db: Db, kind: PackedKind<Row>, days: readonly InDay[]): Promise<(InDay & Row)[]> => {
  const asked = JSON.stringify(days.map(({ customerId, day }) => ({ customer_id: customerId, day })));
  const { rows } = await sql<InDay & Row>`
    with m as materialized (select * from json_to_recordset(${asked}::json) as x(customer_id text, day date))
    select m.customer_id, m.day::text as day, ${kind.columns} from m
      join ${kind.facts} f on f.customer_id = m.customer_id and m.customer_id <> '' and ${IN_DAY}
    union all
    select m.customer_id, m.day::text as day, ${kind.columns} from m
      join ${kind.facts} f on f.customer_id is null and m.customer_id = '' and ${IN_DAY}`.execute(db);
  return rows;
};

const writeDays = async <Row>(
  db: Db,
  kind: PackedKind<Row>,
  days: readonly InDay[],
  facts: readonly (InDay & Row)[],
): Promise<void> => {
  const byDay = Map.groupBy(facts, (f) => `${f.customerId} ${f.day}`);
  const rows = days.map(({ customerId, day }) => {
    const own = byDay.get(`${customerId} ${day}`);
    return { customer_id: customerId, day, ...(own === undefined ? {} : kind.pack(day, own)) };
  });
  const packed = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as p(customer_id text, day date, sources text, facts text)`;
  await sql`insert into ${kind.days} (customer_id, day, sources, facts)
    select customer_id, day, sources, facts from ${packed} where facts is not null
    on conflict (customer_id, day) do update set version = excluded.version, sources = excluded.sources,
      facts = excluded.facts`.execute(db);
  // Removes days whose facts were all deleted.
  await sql`delete from ${kind.days} d using ${packed}
    where p.facts is null and d.customer_id = p.customer_id and d.day = p.day`.execute(db);
  await sql`delete from ${kind.marks} m using ${packed}
    where m.customer_id = p.customer_id and m.day = p.day`.execute(db);
};

/** Does nothing while another process packs. */
const alone = <Row>(
  db: Db,
  kind: PackedKind<Row>,
  isolation: 'repeatable read' | 'read committed',
  work: (tx: Db) => Promise<number>,
): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(kind.lock)}) as mine`.execute(tx);
      return rows[0]?.mine === true ? work(tx) : 0;
    });

/**
 * Packs one batch and returns its number of days. Uses one snapshot: marks that are added concurrently stay, and if another process
 * packed at the same time, the database rejects the batch.
 */
const packSome = <Row>(db: Db, kind: PackedKind<Row>, before: string): Promise<number> =>
  alone(db, kind, 'repeatable read', async (tx) => {
    const days = await readMarked(tx, kind, before, DAYS_AT_ONCE);
    if (days.length > 0) await writeDays(tx, kind, days, await readFacts(tx, kind, days));
    return days.length;
  });

/** Keeps only the last mark of a day, because every report reads the marks of unfinished days. */
const thinMarks = <Row>(db: Db, kind: PackedKind<Row>): Promise<number> =>
  alone(db, kind, 'read committed', async (tx) => {
    await sql`delete from ${kind.marks} m using
      (select customer_id, day, max(id) as last from ${kind.marks} group by 1, 2 having count(*) > 1) as many
      where m.customer_id = many.customer_id and m.day = many.day and m.id < many.last`.execute(tx);
    return 0;
  });

/**
 * Packs all marked days that have ended in UTC. Facts of the current day are few and stay rows.
 * @returns the number of packed days
 */
export const packDays = async <Row>(
  db: Db,
  kind: PackedKind<Row>,
  now: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number> => {
  let packed = 0;
  while (packed < most) {
    const done = await packSome(db, kind, dayAt(now));
    packed += done;
    if (done < DAYS_AT_ONCE) break;
  }
  await thinMarks(db, kind);
  return packed;
};
