// Past calls by a number of one of their two ends. Two index scans, however many calls are kept.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { SearchHit } from '@ringside/core/contract/search.ts';
import { SEARCH_GROUP_SIZE } from '@ringside/core/contract/search.ts';
import type { Db } from '../../db/connect.ts';
import { CALL_SCOPE } from '../../db/call-scope.ts';
import { visibleTo } from '../../db/list-rows.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';

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
/** As the index has it (migration 741). */
const TAIL = 7;
/** Shorter ones are extensions and what one has typed so far: looked for among the newest calls alone. */
const NEWEST = 2000;
const FEWEST_DIGITS = 3;

const digitsOf = (column: string): RawBuilder<string> =>
  sql`translate(${sql.ref(column)}, translate(${sql.ref(column)}, '0123456789', ''), '')`;

/** The typed number ends the kept one or the other way round: one is written with a country code, the other with a 0. */
const meets = (column: string, digits: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(right(${digitsOf(column)}, ${sql.lit(TAIL)}) = ${digits.slice(-TAIL)}
    and (${digitsOf(column)} like ${`%${digits}`} or ${digits} like '%' || ltrim(${digitsOf(column)}, '0')))`;

/** Of what was typed; null: no number that a call could be found by. */
export const digitsSought = (q: string): string | null => {
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  return NUMBER.test(q) && digits.length >= FEWEST_DIGITS ? digits : null;
};

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

/** Five at most, newest first. */
export const callHits = async (db: Db, caller: Caller, q: string): Promise<readonly SearchHit[]> => {
  const digits = digitsSought(q);
  if (digits === null) return [];
  const visible = visibleTo(caller, CALL_SCOPE);
  const scoped = visible.length === 0 ? sql`true` : sql.join(visible, sql` and `);
  const { rows } = await sql<Row>`
    select row.*, nullif(n.label, '') as queue_label
    from ${found(digits, scoped)} as row
    left join queue_names n on n.server_id = row.server_id and n.name = row.queue
    order by row.start_at desc, row.id desc limit ${SEARCH_GROUP_SIZE}`.execute(behindWall(db, caller));
  return rows.map(({ id, source, sourceName, destination, queueLabel, agentName, startAt }) => ({
    id,
    title: `${source} → ${destination}`,
    detail: [sourceName, queueLabel ?? '', agentName ?? ''].filter((part) => part !== '').join(' · '),
    queue: null,
    at: startAt.toISOString(),
  }));
};
