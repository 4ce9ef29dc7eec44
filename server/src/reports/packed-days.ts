// Reads days (UTC) of facts, one row per customer: packed, or as rows if a mark says that the packed day is missing or outdated.
// `live/event-queries.ts` writes the marks, `pack-days.ts` deletes them.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { isOneOf } from '../platform/db/rows/tenant-scope.ts';
import type { TenantScope } from '../platform/db/rows/tenant-scope.ts';
import { customersOf } from '../platform/caller/reach.ts';

export interface Packed {
  readonly sources: string;
  readonly facts: string;
}

/** Tables and columns of one kind of facts. */
export interface PackedKind<Row> {
  /** Advisory lock: two processes packing the same day could leave outdated facts. */
  readonly lock: number;
  readonly days: RawBuilder<unknown>;
  readonly marks: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  /** Columns of a fact `f`, and the same columns without a fact. */
  readonly columns: RawBuilder<unknown>;
  readonly blanks: RawBuilder<unknown>;
  readonly pack: (day: string, rows: readonly Row[]) => Packed;
}

export interface InDay {
  /** `''` for rows without a customer. */
  readonly customerId: string;
  readonly day: string;
}
/** Either a packed day or one fact of an unpacked day. */
export type DayRow<Row> = InDay &
  Row & {
    /** Identifies the content of a packed day; `null` for a fact. */
    readonly version: string | null;
    readonly sources: string | null;
    /** `null` for a fact, and for a packed day that the reader already has. */
    readonly facts: string | null;
  };

export const DAY_MS = 86_400_000;
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns whole milliseconds of a timestamp. */
export const msOf = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor(date_part('epoch', ${column}) * 1000 + 0.0005)`;

export const IN_DAY = sql`f.at >= m.day::timestamp at time zone 'UTC' and f.at < (m.day + 1)::timestamp at time zone 'UTC'`;

/** Returns the customers to read; `null` for all. */
export const customersIn = (caller: TenantScope, customerId: string | undefined): readonly string[] | null => {
  const asked = customerId === undefined || customerId === '' ? null : customerId;
  if (caller.customerId === null) return asked === null ? null : [asked];
  const own = customersOf(caller);
  return asked === null ? own : own.filter((id) => id === asked);
};

/**
 * Reads packed and unpacked days in one statement, so that a day that is being packed counts exactly once. Facts of a day are
 * in order.
 * @param customers `null` for all rows, including those without a customer
 * @param had versions of packed days that the reader already has
 */
export const readPackedDays = async <Row>(
  db: Db,
  kind: PackedKind<Row>,
  customers: readonly string[] | null,
  first: string,
  last: string,
  had: readonly string[] = [],
): Promise<DayRow<Row>[]> => {
  const of = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    customers === null ? sql<SqlBool>`true` : isOneOf(column, customers);
  const facts = (belongs: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
    select m.customer_id, m.day::text as day, null::uuid as version, null::text as sources, null::text as facts,
      ${kind.columns}
    from marked m join ${kind.facts} f on ${belongs} and ${IN_DAY}`;
  const unlessHad = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    had.length === 0 ? column : sql`case when d.version <> all(${had}::uuid[]) then ${column} end`;
  const nobodys = customers === null || customers.includes('');
  const { rows } = await sql<DayRow<Row>>`/* kept */
    with marked as materialized (
      select distinct m.customer_id, m.day from ${kind.marks} m
      where m.day between ${first}::date and ${last}::date and ${of(sql`m.customer_id`)}
    )
    select d.customer_id, d.day::text as day, d.version, ${unlessHad(sql`d.sources`)} as sources,
      ${unlessHad(sql`d.facts`)} as facts, ${kind.blanks}
    from ${kind.days} d
    where d.day between ${first}::date and ${last}::date and ${of(sql`d.customer_id`)}
      and not exists (select 1 from marked m where m.customer_id = d.customer_id and m.day = d.day)
    union all ${facts(sql`f.customer_id = m.customer_id and m.customer_id <> '' and ${of(sql`f.customer_id`)}`)}
    ${nobodys ? sql`union all ${facts(sql`f.customer_id is null and m.customer_id = ''`)}` : sql``}`.execute(db);
  return rows;
};
