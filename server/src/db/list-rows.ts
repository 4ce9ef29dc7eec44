// One page of a resource: the noun's queries.ts gives a select whose columns are the contract's fields; scoping, filters,
// search, order and count are the same for all.
import { sql } from 'kysely';
import type { AliasedExpression, Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Caller } from '../http/context.ts';
import type { RowLimit, RowLimits } from '@ringside/core/base/row-limits.ts';
import { dimensionsOf } from '@ringside/core/base/row-limits.ts';
import type { Dimension } from '@ringside/core/base/row-limits.ts';
import { customersOf } from '../http/reaches.ts';
import type { Db } from './connect.ts';
import type { Schema } from './schema.ts';

/** A select of whole rows, named by the contract's fields. */
// oxlint-disable-next-line no-explicit-any -- the tables that a noun joins are its own business
export type RowSelect<Row> = SelectQueryBuilder<Schema, any, Row>;

/** Columns that say whose a row is. */
export interface ScopeColumns {
  /** Absent: rows without a customer, for the platform's staff alone. */
  readonly customer?: string;
  readonly callcenter?: string;
  /** Of customers: the one above. What stands below one that a reseller reaches is his, were it made this moment. */
  readonly parent?: string;
  /** Its PBX. */
  readonly server?: string;
  /** The name of its queue on that PBX. */
  readonly queue?: string;
  /** The id of the user whose it is. */
  readonly own?: string | ((userId: string) => RawBuilder<SqlBool>);
}

export interface ListShape {
  readonly searchable: readonly string[];
  readonly filters: readonly string[];
  /** Fields compared as text without regard to case. */
  readonly textFields: ReadonlySet<string>;
  readonly defaultSort: string;
  /** Texts without small and capital letters (words of the contract, digits): compared as they are. */
  readonly exactFields?: ReadonlySet<string> | undefined;
  /** The same rows without what they join, with the columns that say whose they are, filters and search: for counting. */
  readonly narrow?: ((db: Db) => RowSelect<unknown>) | undefined;
  /** Fields that every row has. */
  readonly neverNull?: ReadonlySet<string> | undefined;
  /** Column of the select that holds all that `q` looks in, in small letters: then `searchable` is for people to read. */
  readonly searchColumn?: string | undefined;
  /** What else `q` finds a row by: the names of other rows. The pattern is in small letters. */
  readonly alsoFound?: ((pattern: string) => RawBuilder<SqlBool>) | undefined;
}

export interface ListRequest {
  readonly page: number;
  readonly perPage: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

export const column = (field: string): RawBuilder<unknown> => sql.ref(`row.${field}`);

/** One alone is an equality, which an index in any order serves. */
export const isOneOf = (value: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<SqlBool> =>
  ids.length === 1 ? sql<SqlBool>`${value} = ${ids[0]}` : sql<SqlBool>`${value} in (${sql.join(ids)})`;

/** Of a caller: whose rows he may see. */
export type Sight = Pick<Caller, 'customerId' | 'customerIds' | 'reach' | 'callcenterIds'> & {
  readonly userId?: string;
  /** To which of them the rules limit what he does. */
  readonly limits?: RowLimits | undefined;
};

const anyOf = (value: RawBuilder<unknown>, ids: readonly unknown[], type: 'text' | 'integer'): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(${value}::${sql.raw(type)} = any(${ids}::${sql.raw(type)}[]), false)`;

/** What a limit of a rule asks of a row; null: the rows have nothing that it could be told by, and the rule is not about them. */
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
  const asked = dimensionsOf(limit).map((dimension) => by[dimension]);
  if (asked.some((one) => one === null)) return null;
  const all = sql<SqlBool>`(${sql.join(asked as RawBuilder<SqlBool>[], sql` and `)})`;
  return limit.allBut ? sql<SqlBool>`(not ${all})` : all;
};

/** The limits that the rules set, as conditions on the columns of `row`. */
const withinLimits = (sight: Sight, scope: ScopeColumns): RawBuilder<SqlBool>[] => {
  const { limits, userId = '' } = sight;
  if (limits === undefined) return [];
  const fitting = (each: readonly RowLimit[]) =>
    each.map((limit) => fits(limit, scope, userId)).filter((condition) => condition !== null);
  const denied = fitting(limits.denied).map((condition) => sql<SqlBool>`(not ${condition})`);
  if (limits.only === null) return denied;
  const only = fitting(limits.only);
  return [...denied, only.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(only, sql` or `)})`];
};

/** What the caller may see, as conditions on the columns of `row`. Fails closed: without a column to check, nothing. */
export const visibleTo = (caller: Sight, scope: ScopeColumns): RawBuilder<SqlBool>[] => [
  ...reachedBy(caller, scope),
  ...withinLimits(caller, scope),
];

const reachedBy = (caller: Sight, scope: ScopeColumns): RawBuilder<SqlBool>[] => {
  if (caller.customerId === null) return caller.reach === 'platform' ? [] : [sql<SqlBool>`false`];
  if (scope.customer === undefined) return [sql<SqlBool>`false`];
  const own = isOneOf(column(scope.customer), customersOf(caller));
  if (scope.parent !== undefined && caller.reach === 'subtree') {
    return [sql<SqlBool>`(${own} or ${isOneOf(column(scope.parent), customersOf(caller))})`];
  }
  if (seesWholeCustomer(caller.reach) || scope.callcenter === undefined) return [own];
  return [own, sql<SqlBool>`${column(scope.callcenter)} = any(${[...caller.callcenterIds]}::uuid[])`];
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

const foundBy = (shape: ListShape, pattern: string): RawBuilder<SqlBool> => {
  const { searchColumn, alsoFound } = shape;
  const small = pattern.toLowerCase();
  const each =
    searchColumn === undefined
      ? shape.searchable.map((field) => sql<SqlBool>`${column(field)}::text ilike ${pattern}`)
      : [sql<SqlBool>`${column(searchColumn)} like ${small}`];
  return sql<SqlBool>`(${sql.join([...each, ...(alsoFound === undefined ? [] : [alsoFound(small)])], sql` or `)})`;
};

export const conditionsOf = (
  shape: ListShape,
  request: ListRequest & Record<string, unknown>,
): RawBuilder<SqlBool>[] => {
  const conditions: RawBuilder<SqlBool>[] = [];
  for (const field of shape.filters) {
    const value = request[field];
    if (typeof value !== 'string' || value === '') continue;
    conditions.push(
      shape.textFields.has(field) && shape.exactFields?.has(field) !== true
        ? sql<SqlBool>`lower(${column(field)}::text) = lower(${value})`
        : sql<SqlBool>`${column(field)}::text = ${value}`,
    );
  }
  if (request.q !== undefined && request.q !== '') {
    conditions.push(foundBy(shape, likePattern(request.q)));
  }
  return conditions;
};

export const sortedBy = (shape: ListShape, sort: string) => {
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  const value = shape.textFields.has(field) ? sql`lower(${column(field)}::text)` : column(field);
  return { field, descending, value };
};

/** One index serves an order, its opposite, and each read `backwards`: the id follows the direction, and nulls only where some are. */
export const orderOf = (shape: ListShape, sort: string, backwards = false): RawBuilder<unknown> => {
  const { field, descending, value } = sortedBy(shape, sort);
  const direction = descending === backwards ? 'asc' : 'desc';
  const nulls = shape.neverNull?.has(field) === true ? '' : ` nulls ${backwards ? 'first' : 'last'}`;
  return sql`${value} ${sql.raw(direction + nulls)}, ${column('id')} ${sql.raw(direction)}`;
};

export const aliased = <Row>(select: RowSelect<Row>) => select.as('row') as unknown as AliasedExpression<Row, 'row'>;

export const where = (conditions: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

/**
 * One page without its total. The rows of the page are chosen by their ids first,
 * so that those that are passed over cost nothing but their place; with `total`, the second half of a list is counted from
 * its end.
 */
export const readRows = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: ListRequest & Record<string, unknown>,
  total = Number.POSITIVE_INFINITY,
): Promise<Row[]> => {
  const sort = request.sort ?? shape.defaultSort;
  const before = (request.page - 1) * request.perPage;
  const count = Math.min(request.perPage, total - before);
  if (count <= 0) return [];
  const behind = total - before - count;
  const backwards = behind < before;
  const { rows } = await sql<Row>`
    with page as materialized (
      select row.id from ${aliased(select)} ${where([...visible, ...conditionsOf(shape, request)])}
      order by ${orderOf(shape, sort, backwards)} limit ${count} offset ${backwards ? behind : before}
    )
    select row.* from page join ${aliased(select)} on row.id = page.id order by ${orderOf(shape, sort)}`.execute(db);
  return rows;
};

export const countRows = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: Record<string, unknown> & Pick<ListRequest, 'q'>,
): Promise<number> => {
  const counted = shape.narrow?.(db) ?? select;
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${aliased(counted as RowSelect<Row>)}
    ${where([...visible, ...conditionsOf(shape, { ...request, page: 1, perPage: 1 })])}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Fewer than these are found in one look, counted and put in order at once. */
const FEW = 2000;

/** What a search finds, when it is little: a table is read once for the page and its total. null: it is much. */
const findFew = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: ListRequest & Record<string, unknown>,
): Promise<{ readonly rows: Row[]; readonly total: number } | null> => {
  const narrow = (shape.narrow?.(db) ?? select) as RowSelect<Row>;
  const order = orderOf(shape, request.sort ?? shape.defaultSort);
  const { rows } = await sql<Row & { readonly id: unknown; readonly foundTotal: number }>`
    with found as materialized (
      select row.id from ${aliased(narrow)} ${where([...visible, ...conditionsOf(shape, request)])} limit ${FEW + 1}
    )
    select row.*, (select count(*) from found) as "foundTotal"
    from (select 1) as always left join (
      select row.* from found join ${aliased(select)} on row.id = found.id
      order by ${order} limit ${request.perPage} offset ${(request.page - 1) * request.perPage}
    ) as row on true
    order by ${order}`.execute(db);
  const total = rows[0]?.foundTotal ?? 0;
  if (total > FEW) return null;
  // Without any row of the page there is one that has the total alone.
  return { rows: rows.filter((row) => row.id !== null), total };
};

export const listRows = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: ListRequest & Record<string, unknown>,
): Promise<{ readonly rows: Row[]; readonly total: number }> => {
  const few = request.q === undefined || request.q === '' ? null : await findFew(db, select, shape, visible, request);
  if (few !== null) return few;
  const total = await countRows(db, select, shape, visible, request);
  return { rows: await readRows(db, select, shape, visible, request, total), total };
};

/** Those that are there and may be seen, in no order. */
export const findRows = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  visible: readonly RawBuilder<SqlBool>[],
  ids: readonly (string | number)[],
): Promise<Row[]> => {
  const conditions = [...visible, sql<SqlBool>`${column('id')} in (${sql.join(ids)})`];
  return (await sql<Row>`select * from ${aliased(select)} ${where(conditions)}`.execute(db)).rows;
};

export const findRow = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  visible: readonly RawBuilder<SqlBool>[],
  id: string | number,
): Promise<Row | null> => {
  const conditions = [...visible, sql<SqlBool>`${column('id')} = ${id}`];
  const { rows } = await sql<Row>`select * from ${aliased(select)} ${where(conditions)} limit 1`.execute(db);
  return rows[0] ?? null;
};
