// Reads the gaps of the PBX servers that a caller uses.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { GapCause } from '@ringside/core/contract/calls/gap.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';

interface GapScope {
  readonly from: string;
  readonly to: string;
  readonly serverId?: number | undefined;
  readonly customerId?: string | undefined;
}

export interface GapRow {
  readonly id: string;
  readonly serverId: number;
  readonly serverName: string;
  readonly from: Date;
  readonly to: Date | null;
  readonly cause: GapCause;
  readonly callsCaughtUpAt: Date | null;
  readonly callsRecovered: number;
  readonly queuesCaughtUpAt: Date | null;
  readonly staysRecovered: number;
}

/** Returns the caller's customers, optionally limited to `asked`; `null` for all. */
const customersIn = (caller: Caller, asked: string | undefined): readonly string[] | null => {
  if (caller.customerId === null) return asked === undefined ? null : [asked];
  const own = customersOf(caller);
  return asked === undefined ? own : own.filter((id) => id === asked);
};

/** A customer uses a PBX server if it has a queue or a line there. */
const usedBy = (customers: readonly string[]): RawBuilder<SqlBool> => {
  const ids = sql`any(${[...customers]}::uuid[])`;
  return sql<SqlBool>`(exists (select 1 from queues q where q.server_id = e.id and q.customer_id = ${ids})
    or exists (select 1 from subscribers s where s.server_id = e.id and s.customer_id = ${ids}))`;
};

interface DifferingDay {
  readonly day: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly differences: number;
}

/** Returns days whose figures differed from the stored events in a check. */
export const readDifferingDays = async (
  db: Db,
  caller: Caller,
  scope: GapScope,
  most: number,
): Promise<DifferingDay[]> => {
  const customers = customersIn(caller, scope.customerId);
  const own = customers === null ? sql<SqlBool>`true` : sql<SqlBool>`d.customer_id = any(${[...customers]}::uuid[])`;
  const { rows } = await sql<DifferingDay>`
    select d.day::text as day, d.customer_id, c.name as customer_name, jsonb_array_length(d.differences) as differences
    from day_checks d join customers c on c.id = d.customer_id
    where ${own} and jsonb_array_length(d.differences) > 0
      and (d.day::timestamp at time zone c.timezone) < ${scope.to}::timestamptz
      and ((d.day + 1)::timestamp at time zone c.timezone) > ${scope.from}::timestamptz
    order by d.day desc, c.name limit ${most}`.execute(db);
  return rows;
};

export const readGaps = async (db: Db, caller: Caller, scope: GapScope, most: number): Promise<GapRow[]> => {
  const customers = customersIn(caller, scope.customerId);
  const conditions = [
    sql<SqlBool>`g.from_at < ${scope.to}::timestamptz`,
    sql<SqlBool>`coalesce(g.to_at, 'infinity') > ${scope.from}::timestamptz`,
    ...(scope.serverId === undefined ? [] : [sql<SqlBool>`g.server_id = ${scope.serverId}`]),
    ...(customers === null ? [] : [usedBy(customers)]),
  ];
  const { rows } = await sql<GapRow>`
    select g.id, g.server_id, e.name as server_name, g.from_at as "from", g.to_at as "to", g.cause,
      g.calls_caught_up_at, g.calls_recovered, g.queues_caught_up_at, g.stays_recovered
    from pbx_gaps g join endpoints e on e.id = g.server_id
    where ${sql.join(conditions, sql` and `)}
    order by g.from_at desc, g.server_id limit ${most}`.execute(db);
  return rows;
};
