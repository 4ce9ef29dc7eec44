// Used allowances by customer, plan and period. The rating locks the rows that it uses.
import { sql } from 'kysely';
import { namesOf, rowsOf } from '../platform/db/columns.ts';
import type { Columns } from '../platform/db/columns.ts';
import type { Db } from '../platform/db/connect.ts';

export interface UseKey {
  readonly customerId: string;
  readonly planId: string;
  readonly name: string;
  readonly period: string;
}
export interface Use extends UseKey {
  seconds: number;
  calls: number;
}

export const keyOf = ({ customerId, planId, name, period }: UseKey): string =>
  JSON.stringify([customerId, planId, period, name]);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const USE_KEY: Columns<UseKey> = [
  ['customer_id', 'uuid', (use) => use.customerId],
  ['plan_id', 'uuid', (use) => use.planId],
  ['name', 'text', (use) => use.name],
  ['period_start', 'timestamptz', (use) => Date.parse(use.period)],
];
const USE: Columns<Use> = [
  ...USE_KEY,
  ['used_seconds', 'bigint', (use) => use.seconds],
  ['used_calls', 'bigint', (use) => use.calls],
];

/** Locks the rows in a fixed order, so that two workers cannot deadlock, in one statement for all customers. */
export const lockUses = async (tx: Db, keys: readonly UseKey[]): Promise<Map<string, Use>> => {
  const sorted = [...new Map(keys.map((key) => [keyOf(key), key]))].toSorted(([a], [b]) => compare(a, b));
  if (sorted.length === 0) return new Map();
  const asked = sorted.map(([, key]) => key);
  await sql`insert into allowance_uses (${sql.raw(namesOf(USE_KEY))}) ${rowsOf(USE_KEY, asked)}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ n: number; usedSeconds: string; usedCalls: string }>`
    with asked as materialized (select row_number() over ()::integer as n, k.* from (${rowsOf(USE_KEY, asked)}) as k)
    select asked.n, u.used_seconds::text, u.used_calls::text from asked join allowance_uses u on
      u.customer_id = asked.customer_id and u.plan_id = asked.plan_id and u.name = asked.name
      and u.period_start = asked.period_start order by asked.n for update of u`.execute(tx);
  return new Map(
    rows.map(({ n, usedSeconds, usedCalls }) => {
      const [key, { customerId, planId, name, period }] = sorted[n - 1]!;
      return [key, { customerId, planId, name, period, seconds: Number(usedSeconds), calls: Number(usedCalls) }];
    }),
  );
};

export const writeUses = async (tx: Db, uses: readonly Use[]): Promise<void> => {
  if (uses.length === 0) return;
  await sql`update allowance_uses u set used_seconds = now.used_seconds, used_calls = now.used_calls
    from (${rowsOf(USE, uses)}) as now where u.customer_id = now.customer_id and u.plan_id = now.plan_id
      and u.name = now.name and u.period_start = now.period_start`.execute(tx);
};

/** Use in all periods, to compute the carry-over. */
export const usesOf = async (db: Db, customerIds: readonly string[]): Promise<Use[]> => {
  const { rows } = await sql<UseKey & { periodStart: Date; usedSeconds: string; usedCalls: string }>`
    select customer_id, plan_id, name, period_start, used_seconds::text, used_calls::text from allowance_uses
    where customer_id = any(${[...customerIds]}::uuid[])`.execute(db);
  return rows.map(({ customerId, planId, name, periodStart, usedSeconds, usedCalls }) => ({
    ...{ customerId, planId, name, period: periodStart.toISOString() },
    ...{ seconds: Number(usedSeconds), calls: Number(usedCalls) },
  }));
};
