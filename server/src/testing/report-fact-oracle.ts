// Verifies the facts and marked days that the code writes against triggers on the tables that independently compute them.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { SCRIPT_MARK } from '../platform/db/pglite/pglite-dialect.ts';

export const installOracle = async (db: Db): Promise<void> => {
  const script = readFileSync(new URL('report-fact-oracle.sql', import.meta.url), 'utf8');
  await sql.raw(SCRIPT_MARK + script).execute(db);
};

/** Returns the facts that differ, or that only the code or only the triggers wrote. */
export const differentFacts = async (db: Db): Promise<unknown[]> => {
  const { rows } = await sql`
    select 'queue' as kind, to_jsonb(w) as written, to_jsonb(e) as expected
    from queue_facts w full join expected_queue_facts e using (server_id, id) where to_jsonb(w) is distinct from to_jsonb(e)
    union all
    select 'agent', to_jsonb(w), to_jsonb(e)
    from agent_facts w full join expected_agent_facts e using (server_id, id) where to_jsonb(w) is distinct from to_jsonb(e)`.execute(
    db,
  );
  return rows;
};

/** Returns the days of a transaction that only the code or only the triggers marked. */
export const differentDays = async (db: Db): Promise<unknown[]> => {
  const days = (table: string) => sql`select distinct tx, kind, customer_id, day::text from ${sql.table(table)}`;
  const { rows } = await sql`
    (select 'missing' as is, d.* from (${days('expected_days')} except ${days('written_days')}) as d)
    union all
    (select 'needless', d.* from (${days('written_days')} except ${days('expected_days')}) as d)`.execute(db);
  return rows;
};

/** Returns the days marked since the last call, by kind. */
export const takeDays = async (db: Db): Promise<Record<string, number>> => {
  const { rows } = await sql<{ kind: string; days: number }>`
    with gone as (delete from written_days returning tx, kind, customer_id, day)
    select kind, count(distinct (tx, customer_id, day))::integer as days from gone group by kind order by kind`.execute(
    db,
  );
  await sql`delete from expected_days`.execute(db);
  return Object.fromEntries(rows.map(({ kind, days }) => [kind, days]));
};
