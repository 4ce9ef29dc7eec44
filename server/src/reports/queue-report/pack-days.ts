// Packs days of facts that are over (UTC) and marked: as often as it runs, and after whatever was written late.
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { dayAt, FACTS_OF_DAYS, IN_DAY, packDay } from './day-queries.ts';
import type { FactRow } from './day-queries.ts';

/** Two who pack the same day could leave the older facts. */
const PACKING_LOCK = 5_010_001;
const DAYS_AT_ONCE = 200;

interface Marked {
  readonly customerId: string;
  readonly day: string;
}
type DayFact = FactRow & { readonly customerId: string; readonly day: string };

const readMarked = async (db: Db, before: string, most: number): Promise<Marked[]> => {
  const { rows } = await sql<Marked>`
    select distinct customer_id, day::text as day from queue_day_marks where day < ${before}::date
    order by day, customer_id limit ${most}`.execute(db);
  return rows;
};

const readFacts = async (db: Db, days: readonly Marked[]): Promise<DayFact[]> => {
  const asked = JSON.stringify(days.map(({ customerId, day }) => ({ customer_id: customerId, day })));
  const { rows } = await sql<DayFact>`
    with m as materialized (select * from json_to_recordset(${asked}::json) as x(customer_id text, day date))
    select m.customer_id, m.day::text as day, ${FACTS_OF_DAYS} from m
      join queue_facts f on f.customer_id = m.customer_id and m.customer_id <> '' and ${IN_DAY}
    union all
    select m.customer_id, m.day::text as day, ${FACTS_OF_DAYS} from m
      join queue_facts f on f.customer_id is null and m.customer_id = '' and ${IN_DAY}`.execute(db);
  return rows;
};

const writeDays = async (db: Db, days: readonly Marked[], facts: readonly DayFact[]): Promise<void> => {
  const byDay = Map.groupBy(facts, (f) => `${f.customerId} ${f.day}`);
  const rows = days.map(({ customerId, day }) => {
    const own = byDay.get(`${customerId} ${day}`);
    return { customer_id: customerId, day, ...(own === undefined ? {} : packDay(day, own)) };
  });
  const packed = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as p(customer_id text, day date, sources text, facts text)`;
  await sql`insert into queue_packed_days (customer_id, day, sources, facts)
    select customer_id, day, sources, facts from ${packed} where facts is not null
    on conflict (customer_id, day) do update set sources = excluded.sources, facts = excluded.facts`.execute(db);
  // A day whose facts are all gone.
  await sql`delete from queue_packed_days d using ${packed}
    where p.facts is null and d.customer_id = p.customer_id and d.day = p.day`.execute(db);
  await sql`delete from queue_day_marks m using ${packed}
    where m.customer_id = p.customer_id and m.day = p.day`.execute(db);
};

/**
 * One lot; how many days it packed. All of it is of one moment: marks that others leave meanwhile are not seen, and stay, and
 * if somebody else packed meanwhile the database refuses the lot.
 */
const packSome = (db: Db, before: string): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(PACKING_LOCK)}) as mine`.execute(tx);
      // Another process packs.
      if (rows[0]?.mine !== true) return 0;
      const days = await readMarked(tx as Db, before, DAYS_AT_ONCE);
      if (days.length > 0) await writeDays(tx as Db, days, await readFacts(tx as Db, days));
      return days.length;
    });

/**
 * All that is marked and over. A day is left alone until it is over by the clock of UTC: today's facts are few.
 * @returns how many days it packed
 */
export const packDays = async (db: Db, now: number, most = Number.POSITIVE_INFINITY): Promise<number> => {
  let packed = 0;
  while (packed < most) {
    const done = await packSome(db, dayAt(now));
    packed += done;
    if (done < DAYS_AT_ONCE) return packed;
  }
  return packed;
};
