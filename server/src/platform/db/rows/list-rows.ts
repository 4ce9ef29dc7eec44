// Reads one page of a resource. The noun's queries.ts provides a select with the contract's fields as columns. Tenant scope, filters,
// search, order and count are the same for all nouns.
import { sql } from 'kysely';
import { z } from 'zod';
import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { maskedFields } from '@ringside/core/access/masks.ts';
import type { Mask } from '@ringside/core/access/masks.ts';
import type { Db } from '../connect.ts';
import type { Schema } from '../schema.ts';
import type { AnyResource } from './stored-row.ts';
import { column } from './tenant-scope.ts';

/** A select of complete rows, with the contract's field names. */
// oxlint-disable-next-line no-explicit-any -- the tables that a noun joins are its own business
export type RowSelect<Row> = SelectQueryBuilder<Schema, any, Row>;

/** The rows that a noun's `select` reads. */
export type RowFrom<Select extends (db: Db) => RowSelect<unknown>> =
  ReturnType<Select> extends RowSelect<infer Row> ? Row : never;

export interface ListShape {
  readonly searchable: readonly string[];
  readonly filters: readonly string[];
  /** Fields that are compared case-insensitively. */
  readonly textFields: ReadonlySet<string>;
  readonly defaultSort: string;
  /** Text fields without case (constants of the contract, digits), compared exactly. */
  readonly exactFields?: ReadonlySet<string> | undefined;
  /** The same rows without joins, with the columns of scope, filters and search, for counting. */
  readonly narrow?: ((db: Db) => RowSelect<unknown>) | undefined;
  /** Fields that are never null. */
  readonly neverNull?: ReadonlySet<string> | undefined;
  /** Column with the lower-case text of all searched fields. `searchable` is then only documentation. */
  readonly searchColumn?: string | undefined;
  /** Additional conditions of `q`, such as names of other rows. The pattern is in lower case. */
  readonly alsoFound?: ((pattern: string, masks: readonly Mask[]) => RawBuilder<SqlBool>) | undefined;
  /** Masks of the caller. `q` does not search masked fields. */
  readonly masks?: readonly Mask[] | undefined;
}

const isText = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return isText(schema.unwrap());
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum;
};

const fieldsWhere = (r: AnyResource, holds: (schema: z.core.$ZodType) => boolean): ReadonlySet<string> =>
  new Set(Object.entries(r.row.shape).flatMap(([field, schema]) => (holds(schema) ? [field] : [])));

/** Derives how a noun's list filters, searches and sorts from the types of its fields. */
export const shapeOf = (r: AnyResource): ListShape => ({
  searchable: r.searchable,
  filters: r.filters,
  textFields: fieldsWhere(r, isText),
  defaultSort: r.defaultSort,
  exactFields: fieldsWhere(r, (schema) => schema instanceof z.ZodEnum),
  neverNull: fieldsWhere(r, (schema) => !(schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)),
});

export interface ListRequest {
  readonly page: number;
  readonly perPage: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

/** Returns the shape for a caller with masks. `q` does not search masked fields. */
export const unmaskedShape = (shape: ListShape, masks: readonly Mask[] = []): ListShape => {
  if (masks.length === 0) return shape;
  const withheld = maskedFields(masks);
  const searchable = shape.searchable.filter((field) => !withheld.has(field));
  // The column combines all searchable fields, so it cannot be used if any of them is masked.
  const searchColumn = searchable.length < shape.searchable.length ? undefined : shape.searchColumn;
  return { ...shape, searchable, searchColumn, masks };
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

const foundBy = (shape: ListShape, pattern: string): RawBuilder<SqlBool> => {
  const { searchColumn, alsoFound, masks = [] } = shape;
  const small = pattern.toLowerCase();
  const each =
    searchColumn === undefined
      ? shape.searchable.map((field) => sql<SqlBool>`${column(field)}::text ilike ${pattern}`)
      : [sql<SqlBool>`${column(searchColumn)} like ${small}`];
  if (each.length === 0 && alsoFound === undefined) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join([...each, ...(alsoFound === undefined ? [] : [alsoFound(small, masks)])], sql` or `)})`;
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

/** The ID sorts in the same direction as the field, and null order is stated only if nulls occur, so one index serves both directions. */
export const orderOf = (shape: ListShape, sort: string, backwards = false): RawBuilder<unknown> => {
  const { field, descending, value } = sortedBy(shape, sort);
  const direction = descending === backwards ? 'asc' : 'desc';
  const nulls = shape.neverNull?.has(field) === true ? '' : ` nulls ${backwards ? 'first' : 'last'}`;
  return sql`${value} ${sql.raw(direction + nulls)}, ${column('id')} ${sql.raw(direction)}`;
};

export const aliased = (select: RowSelect<unknown>) => select.as('row');

export const where = (conditions: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

/**
 * Reads one page without its total. Selects the IDs of the page first, so that skipped rows cost little. With `total`, pages in the second
 * half of the list are read from its end.
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

export const countRows = async (
  db: Db,
  select: RowSelect<unknown>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: Record<string, unknown> & Pick<ListRequest, 'q'>,
): Promise<number> => {
  const counted = shape.narrow?.(db) ?? select;
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${aliased(counted)}
    ${where([...visible, ...conditionsOf(shape, { ...request, page: 1, perPage: 1 })])}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Searches with at most this many results are counted and sorted in one query. */
const FEW = 2000;

/** Reads page and total of a search with few results in one query. Returns `null` if there are too many results. */
const findFew = async <Row>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: ListRequest & Record<string, unknown>,
): Promise<{ readonly rows: Row[]; readonly total: number } | null> => {
  const narrow = shape.narrow?.(db) ?? select;
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
  // An empty page consists of one row with only the total.
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

/** Returns the existing rows in scope, in no particular order. */
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
