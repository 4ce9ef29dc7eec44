// Searches past calls by the number of either party with two index scans, independent of the number of calls.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { SearchHit } from '@ringside/core/contract/system/search.ts';
import { SEARCH_GROUP_SIZE } from '@ringside/core/contract/system/search.ts';
import type { Db } from '../../platform/db/connect.ts';
import { CALL_SCOPE } from '../../calls/call-scope-queries.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';

interface Row {
  readonly id: string;
  readonly source: string;
  readonly sourceName: string;
  readonly destination: string;
  readonly queueLabel: string | null;
  readonly agentName: string | null;
  readonly startAt: Date;
}

const NUMBER = /^[+\d][\d\s()./-]*$/;
/** Same length as in the index (`calls_source_tail_idx`). */
const TAIL = 7;
/** Shorter numbers, such as extensions and partial input, are searched only among the newest calls. */
const NEWEST = 2000;
const FEWEST_DIGITS = 3;

const digitsOf = (column: string): RawBuilder<string> =>
  sql`translate(${sql.ref(column)}, translate(${sql.ref(column)}, '0123456789', ''), '')`;

/** Either number may end with the other, because one has a country code and the other a leading 0. */
const meets = (column: string, digits: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(right(${digitsOf(column)}, ${sql.lit(TAIL)}) = ${digits.slice(-TAIL)}
    and (${digitsOf(column)} like ${`%${digits}`} or ${digits} like '%' || ltrim(${digitsOf(column)}, '0')))`;

/** Returns the digits of the input, or `null` if it is not a searchable number. */
const digitsSought = (q: string): string | null => {
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  return NUMBER.test(q) && digits.length >= FEWEST_DIGITS ? digits : null;
};

/** With masked caller numbers, only calls between extensions, which are not masked. */
const SHORT_NUMBERS = sql<SqlBool>`length(${digitsOf('source')}) < 6 and length(${digitsOf('destination')}) < 6`;

const COLUMNS = sql`id, customer_id, callcenter_id, source, source_name, destination, queue, server_id, agent_name, start_at, extension, agent_interface`;

const found = (digits: string, scoped: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (digits.length >= TAIL) {
    const by = (column: string): RawBuilder<unknown> => sql`(select ${COLUMNS} from calls as row
      where ${meets(column, digits)} and ${scoped} order by start_at desc limit ${SEARCH_GROUP_SIZE})`;
    return sql`(${by('source')} union ${by('destination')})`;
  }
  const part = `%${digits}%`;
  return sql`(select * from (select ${COLUMNS} from calls as row where ${scoped} order by start_at desc, id desc limit ${NEWEST}) as newest
    where ${digitsOf('source')} like ${part} or ${digitsOf('destination')} like ${part})`;
};

/** Returns at most five hits, newest first. */
export const callHits = async (db: Db, caller: Caller, q: string): Promise<readonly SearchHit[]> => {
  const digits = digitsSought(q);
  if (digits === null) return [];
  const masked = caller.withheld?.includes('caller-number') === true;
  if (masked && digits.length >= TAIL) return [];
  const visible = [...visibleTo(caller, CALL_SCOPE), ...(masked ? [SHORT_NUMBERS] : [])];
  const scoped = visible.length === 0 ? sql`true` : sql.join(visible, sql` and `);
  const { rows } = await sql<Row>`
    select row.*, nullif(n.label, '') as queue_label
    from ${found(digits, scoped)} as row
    left join queue_names n on n.server_id = row.server_id and n.name = row.queue
    order by row.start_at desc, row.id desc limit ${SEARCH_GROUP_SIZE}`.execute(withRowSecurity(db, caller));
  return rows.map(({ id, source, sourceName, destination, queueLabel, agentName, startAt }) => ({
    id,
    title: `${source} → ${destination}`,
    detail: [sourceName, queueLabel ?? '', agentName ?? ''].filter((part) => part !== '').join(' · '),
    queue: null,
    at: startAt.toISOString(),
  }));
};
