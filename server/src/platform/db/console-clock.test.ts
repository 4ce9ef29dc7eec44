import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchClock } from './console-clock.ts';
import { openTestDb } from './testing/test-database.ts';
import type { TestDb } from './testing/test-database.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

it("no default, function, view, rule or index of the schema uses the database's clock", async () => {
  const { rows } = await sql<{ what: string }>`
    with texts (what, text) as (
      select d.adrelid::regclass || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        join pg_class c on c.oid = d.adrelid where c.relnamespace = current_schema()::regnamespace
      union all select 'function ' || p.proname, p.prosrc from pg_proc p
        where p.pronamespace = current_schema()::regnamespace and p.proname <> 'console_now'
      union all select 'view ' || viewname, definition from pg_views where schemaname = current_schema()
      union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select 'policy ' || policyname, coalesce(qual, '') || coalesce(with_check, '') from pg_policies
        where schemaname = current_schema()
      union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = current_schema())
    select what from texts
    where text ~* '\\m(now\\(\\)|(clock|statement|transaction)_timestamp|current_(timestamp|date|time)\\M|localtime)'`.execute(
    test.db,
  );
  expect(rows.map(({ what }) => what)).toEqual([]);
});

it("console_now() subtracts the lead of the database's clock, and nothing when the clocks agree", async () => {
  const { db } = test;
  const difference = async (): Promise<number> => {
    const { rows } = await sql<{ at: Date }>`select console_now() as at`.execute(db);
    return Math.abs((rows[0]?.at.getTime() ?? 0) - Date.now());
  };
  expect(Math.abs(await matchClock(db))).toBeLessThan(30);
  // Simulates a clock that was one hour ahead at the last comparison.
  await sql`create or replace function console_now() returns timestamptz language sql stable
    as $$ select now() - interval '3600 seconds' $$`.execute(db);
  expect(await difference()).toBeGreaterThan(3_000_000);
  await matchClock(db);
  expect(await difference()).toBeLessThan(60_000);
});
