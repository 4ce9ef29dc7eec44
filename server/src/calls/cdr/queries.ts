// Reads call records, newest first, with keyset paging, so that page 10,000 is as fast as page 1.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { CallStatus, Direction } from '@ringside/core/calls/call-terms.ts';
import type { CallFilters } from '@ringside/core/contract/calls/cdr.ts';
import type { Db } from '../../platform/db/connect.ts';
import { CALL_SCOPE } from '../call-scope-queries.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Mask } from '@ringside/core/access/masks.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export interface CallRow {
  readonly id: string;
  readonly serverId: number;
  readonly serverName: string;
  readonly linkedid: string;
  /** `''` for the record of the call's own customer. */
  readonly party: string;
  readonly uniqueid: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly callcenterId: string | null;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly source: string;
  readonly sourceName: string;
  readonly destination: string;
  readonly extension: string;
  readonly queue: string | null;
  readonly queueLabel: string | null;
  readonly agentName: string | null;
  readonly agentInterface: string | null;
  readonly startAt: Date;
  readonly answerAt: Date | null;
  readonly connectedAt: Date | null;
  readonly endAt: Date;
  readonly duration: number;
  readonly waitSeconds: number;
  readonly talkSeconds: number;
  readonly billableSeconds: number;
  /** JSON of `OnwardLeg`s; `null` if there are none. */
  readonly onward: string | null;
  readonly recordingFile: string;
  /** Whether this call is on legal hold. A hold of the whole customer is stored separately. */
  readonly recordingHeld: boolean;
  readonly recordingState: 'deleting' | 'deleted' | 'missing' | null;
  readonly legs: number;
}

const FROM = sql`(
  select c.*, coalesce(e.name, '') as server_name, cu.name as customer_name, nullif(q.label, '') as queue_label
  from calls c
  left join endpoint_names e on e.id = c.server_id
  left join customer_names cu on cu.id = c.customer_id
  left join queue_names q on q.server_id = c.server_id and q.name = c.queue
) as row`;

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
const NUMBERS = /^[\d\s()+./-]{3,}$/;

/**
 * Returns the search condition. Numbers match by their digits, in any notation and without a leading 0. Digits need no
 * case-insensitive comparison, which would be ten times slower.
 */
const foundIn = (q: string): RawBuilder<SqlBool> => {
  const pattern = likePattern(q);
  const known = sql<SqlBool>`row.extension = ${q} or row.uniqueid = ${q} or row.linkedid = ${q}`;
  if (NUMBERS.test(q)) {
    const digits = `%${q.replace(/\D/g, '').replace(/^0+/, '')}%`;
    // Most numbers are stored as plain digits. Only the others are normalized.
    const inside = (number: RawBuilder<unknown>): RawBuilder<SqlBool> =>
      sql<SqlBool>`(${number} like ${digits} or ((${number} like '%-%' or ${number} like '% %')
        and translate(${number}, ' ()./-', '') like ${digits}))`;
    return sql<SqlBool>`(${known} or ${inside(sql`row.source`)} or ${inside(sql`row.destination`)}
      or row.source_name like ${pattern} or row.agent_name like ${pattern})`;
  }
  return sql<SqlBool>`(${known}
    or concat_ws(E'\n', row.source, row.destination, row.source_name, row.agent_name) ilike ${pattern})`;
};

/** Short numbers, such as extensions, are not masked. */
const isShort = (number: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`length(translate(${number}, translate(${number}, '0123456789', ''), '')) < 6`;

/** With masks, the search uses only the visible parts of a call, not withheld numbers or names. */
const found = (q: string, masks: readonly Mask[]): RawBuilder<SqlBool> => {
  const numbers = masks.includes('caller-number');
  const names = masks.includes('caller-name');
  if (!numbers && !names) return foundIn(q);
  const pattern = likePattern(q);
  const number = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    numbers
      ? sql<SqlBool>`(${column} ilike ${pattern} and ${isShort(column)})`
      : sql<SqlBool>`${column} ilike ${pattern}`;
  return sql<SqlBool>`(row.extension = ${q} or row.uniqueid = ${q} or row.linkedid = ${q}
    or row.agent_name ilike ${pattern} or ${number(sql`row.source`)} or ${number(sql`row.destination`)}
    ${names ? sql`` : sql`or row.source_name ilike ${pattern}`})`;
};

const timeOfDay = ({ timeFrom, timeTo, timeZone }: CallFilters): RawBuilder<SqlBool>[] => {
  if (timeFrom === undefined && timeTo === undefined) return [];
  const [from, to] = [timeFrom ?? '00:00', timeTo ?? '24:00'];
  const clock = sql`(row.start_at at time zone ${timeZone ?? 'UTC'})::time`;
  return from <= to
    ? [sql<SqlBool>`(${clock} >= ${from}::time and (${to} = '24:00' or ${clock} < ${to}::time))`]
    : [sql<SqlBool>`(${clock} >= ${from}::time or ${clock} < ${to}::time)`];
};

const equal = (column: RawBuilder<unknown>, value: string | number | undefined): RawBuilder<SqlBool>[] =>
  value === undefined || value === '' ? [] : [sql<SqlBool>`${column} = ${value}`];

const conditionsOf = (f: CallFilters, masks: readonly Mask[] = []): RawBuilder<SqlBool>[] => [
  ...(f.from === undefined ? [] : [sql<SqlBool>`row.start_at >= ${f.from}::timestamptz`]),
  ...(f.to === undefined ? [] : [sql<SqlBool>`row.start_at < ${f.to}::timestamptz`]),
  ...timeOfDay(f),
  ...equal(sql`row.direction`, f.direction),
  ...equal(sql`row.status`, f.status),
  ...equal(sql`row.server_id`, f.serverId),
  ...equal(sql`row.customer_id`, f.customerId),
  ...equal(sql`row.queue`, f.queue),
  ...equal(sql`row.extension`, f.extension),
  ...(f.agent === undefined || f.agent === '' ? [] : [sql<SqlBool>`row.agent_name ilike ${likePattern(f.agent)}`]),
  ...(f.recorded === undefined
    ? []
    : [
        f.recorded === 'true'
          ? sql<SqlBool>`(row.recording_file <> '' and row.answer_at is not null)`
          : sql<SqlBool>`(row.recording_file = '' or row.answer_at is null)`,
      ]),
  ...(f.q === undefined || f.q === '' ? [] : [found(f.q, masks)]),
];

/** The last row of a page. The next page starts after it. */
export interface Position {
  readonly startAt: string;
  readonly id: string;
}

export const readCalls = async (
  db: Db,
  caller: Caller,
  filters: CallFilters,
  after: Position | null,
  limit: number,
): Promise<CallRow[]> => {
  const beyond =
    after === null ? [] : [sql<SqlBool>`(row.start_at, row.id) < (${after.startAt}::timestamptz, ${after.id}::uuid)`];
  const conditions = [...visibleTo(caller, CALL_SCOPE), ...conditionsOf(filters, caller.withheld), ...beyond];
  const { rows } = await sql<CallRow>`select * from ${FROM}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by row.start_at desc, row.id desc limit ${limit}`.execute(withRowSecurity(db, caller));
  return rows;
};

export const findCall = async (db: Db, caller: Caller, id: string): Promise<CallRow | null> => {
  const conditions = [...visibleTo(caller, CALL_SCOPE), sql<SqlBool>`row.id = ${id}`];
  const { rows } = await sql<CallRow>`select * from ${FROM} where ${sql.join(conditions, sql` and `)}`.execute(
    withRowSecurity(db, caller),
  );
  return rows[0] ?? null;
};
