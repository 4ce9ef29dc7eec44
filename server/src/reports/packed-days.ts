// Days (UTC) of facts, a customer's in one row: packed where they are, as rows where a mark says that they are not, or no
// longer. Migration 501 tells how marks come and go.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/list-rows.ts';
import type { Sight } from '../db/list-rows.ts';
import { customersOf } from '../http/reaches.ts';

export interface Packed {
  readonly sources: string;
  readonly facts: string;
}

/** What is packed: its tables, and its facts as rows. */
export interface PackedKind<Row> {
  /** Two who pack the same day could leave the older facts. */
  readonly lock: number;
  readonly days: RawBuilder<unknown>;
  readonly marks: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  /** Of a fact `f`; and the same without one. */
  readonly columns: RawBuilder<unknown>;
  readonly blanks: RawBuilder<unknown>;
  readonly pack: (day: string, rows: readonly Row[]) => Packed;
}

export interface InDay {
  /** '' for what is nobody's. */
  readonly customerId: string;
  readonly day: string;
}
/** Either a packed day or one fact of a day that is not. */
export type DayRow<Row> = InDay &
  Row & {
    /** Names what a packed day holds; null of one fact. */
    readonly version: string | null;
    readonly sources: string | null;
    /** null of one fact, and of a packed day that the reader has already. */
    readonly facts: string | null;
  };

export const DAY_MS = 86_400_000;
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Whole milliseconds; what a database has below them is of no one's clock. */
export const msOf = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor(date_part('epoch', ${column}) * 1000 + 0.0005)`;

export const IN_DAY = sql`f.at >= m.day::timestamp at time zone 'UTC' and f.at < (m.day + 1)::timestamp at time zone 'UTC'`;

/** Whose facts are looked at; null: everybody's. */
export const customersIn = (caller: Sight, customerId: string | undefined): readonly string[] | null => {
  const asked = customerId === undefined || customerId === '' ? null : customerId;
  if (caller.customerId === null) return asked === null ? null : [asked];
  const own = customersOf(caller);
  return asked === null ? own : own.filter((id) => id === asked);
};

/**
 * In one statement, so that a day that is being packed is not counted twice, nor left out. Facts of a day are in order.
 * @param customers null: everybody's, and what is nobody's
 * @param had versions of packed days that need not be sent
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
