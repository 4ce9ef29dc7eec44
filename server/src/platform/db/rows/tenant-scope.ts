// Builds the caller's tenant scope as SQL conditions on the columns of `row`.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { dimensionsOf } from '@ringside/core/access/row-limits.ts';
import type { Dimension, RowLimit, RowLimits } from '@ringside/core/access/row-limits.ts';
import type { Caller } from '../../caller/caller.ts';
import { customersOf } from '../../caller/reach.ts';

/** Columns of the tenant scope. */
export interface ScopeColumns {
  /** Absent: rows without a customer, visible only to platform users. */
  readonly customer?: string;
  readonly callcenter?: string;
  /** For customers: the parent's column. It lets a reseller reach customers that were created after the session was read. */
  readonly parent?: string;
  /** PBX server of the row. */
  readonly server?: string;
  /** Name of the queue on that PBX server. */
  readonly queue?: string;
  /** ID of the user who owns the row. */
  readonly own?: string | ((userId: string) => RawBuilder<SqlBool>);
}

export const column = (field: string): RawBuilder<unknown> => sql.ref(`row.${field}`);

/** Uses equality for a single value, which any index order supports. */
export const isOneOf = (value: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<SqlBool> =>
  ids.length === 1 ? sql<SqlBool>`${value} = ${ids[0]}` : sql<SqlBool>`${value} in (${sql.join(ids)})`;

/** The caller's tenant scope. */
export type TenantScope = Pick<Caller, 'customerId' | 'customerIds' | 'reach' | 'callcenterIds'> & {
  readonly userId?: string;
  /** Limits by access rules. */
  readonly limits?: RowLimits | undefined;
};

const anyOf = (value: RawBuilder<unknown>, ids: readonly unknown[], type: 'text' | 'integer'): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(${value}::${sql.raw(type)} = any(${ids}::${sql.raw(type)}[]), false)`;

/** Returns the condition of an access rule's limit. `null`: the rows lack the column, so the rule does not concern them. */
const fits = (limit: RowLimit, scope: ScopeColumns, userId: string): RawBuilder<SqlBool> | null => {
  const { customer, callcenter, server, queue, own } = scope;
  const by: Record<Dimension, RawBuilder<SqlBool> | null> = {
    customer: customer === undefined ? null : anyOf(column(customer), limit.customerIds, 'text'),
    callcenter: callcenter === undefined ? null : anyOf(column(callcenter), limit.callcenterIds, 'text'),
    server: server === undefined ? null : anyOf(column(server), limit.serverIds, 'integer'),
    queue:
      queue === undefined || server === undefined
        ? null
        : anyOf(sql`(${column(server)} || e'\\t' || ${column(queue)})`, limit.queueKeys, 'text'),
    own:
      own === undefined
        ? null
        : typeof own === 'string'
          ? sql<SqlBool>`coalesce(${column(own)}::text = ${userId}, false)`
          : own(userId),
  };
  const dimensions = dimensionsOf(limit);
  const asked = dimensions.map((dimension) => by[dimension]).filter((condition) => condition !== null);
  if (asked.length < dimensions.length) return null;
  const all = sql<SqlBool>`(${sql.join(asked, sql` and `)})`;
  return limit.allBut ? sql<SqlBool>`(not ${all})` : all;
};

/** Returns the limits of access rules as conditions on the columns of `row`. */
const withinLimits = (sight: TenantScope, scope: ScopeColumns): RawBuilder<SqlBool>[] => {
  const { limits, userId = '' } = sight;
  if (limits === undefined) return [];
  const fitting = (each: readonly RowLimit[]) =>
    each.map((limit) => fits(limit, scope, userId)).filter((condition) => condition !== null);
  const denied = fitting(limits.denied).map((condition) => sql<SqlBool>`(not ${condition})`);
  if (limits.only === null) return denied;
  const only = fitting(limits.only);
  return [...denied, only.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(only, sql` or `)})`];
};

/** Returns the conditions of the caller's scope on the columns of `row`. If the scope has no column to check, no row matches. */
export const visibleTo = (caller: TenantScope, scope: ScopeColumns): RawBuilder<SqlBool>[] => [
  ...reachedBy(caller, scope),
  ...withinLimits(caller, scope),
];

const reachedBy = (caller: TenantScope, scope: ScopeColumns): RawBuilder<SqlBool>[] => {
  if (caller.customerId === null) return caller.reach === 'platform' ? [] : [sql<SqlBool>`false`];
  if (scope.customer === undefined) return [sql<SqlBool>`false`];
  const own = isOneOf(column(scope.customer), customersOf(caller));
  if (scope.parent !== undefined && caller.reach === 'subtree') {
    return [sql<SqlBool>`(${own} or ${isOneOf(column(scope.parent), customersOf(caller))})`];
  }
  if (seesWholeCustomer(caller.reach) || scope.callcenter === undefined) return [own];
  return [own, sql<SqlBool>`${column(scope.callcenter)} = any(${[...caller.callcenterIds]}::uuid[])`];
};
