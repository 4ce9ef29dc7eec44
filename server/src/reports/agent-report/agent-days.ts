// Reads days of agent facts, packed in `agent_packed_days` or as rows until they are packed.
import { sql } from 'kysely';
import { packAgentFacts, unpackAgentFacts } from '@ringside/core/reports/agent-columns.ts';
import type { AgentColumns, SourcedFact } from '@ringside/core/reports/agent-columns.ts';
import type { AgentFactKind } from '@ringside/core/reports/agent-fact.ts';
import type { Db } from '../../platform/db/connect.ts';
import { dayAt, readPackedDays, startOf } from '../packed-days.ts';
import type { DayRow, Packed, PackedKind } from '../packed-days.ts';

/** Owner of a fact, as stored at the time. */
export interface AgentSource {
  readonly serverId: number;
  readonly interface: string;
  readonly queue: string;
  readonly callcenterId: string | null;
  readonly name: string;
}

interface FactRow extends AgentSource {
  readonly id: number;
  /** Epoch µs, which keep the order of the database. */
  readonly atMicros: number;
  readonly kind: AgentFactKind;
  readonly paused: boolean;
  readonly reason: string;
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  readonly incall: boolean;
  readonly ring: number;
  readonly talk: number | null;
  readonly wrapup: number;
  readonly call: string | null;
}

export interface AgentDay {
  /** `''` for rows without a customer. */
  readonly customerId: string;
  /** Epoch ms. */
  readonly start: number;
  readonly sources: readonly AgentSource[];
  readonly facts: AgentColumns;
}

const keyOf = (row: AgentSource): string =>
  JSON.stringify([row.serverId, row.interface, row.queue, row.callcenterId, row.name]);

const columnsOf = (day: string, rows: readonly FactRow[]) => {
  const numbers = new Map<string, number>();
  const sources: AgentSource[] = [];
  const facts = rows
    .toSorted((a, b) => a.atMicros - b.atMicros || a.id - b.id)
    .map(({ atMicros, ring, talk, wrapup, ...row }): SourcedFact => {
      const key = keyOf(row);
      const source = numbers.get(key) ?? numbers.size;
      if (source === numbers.size) {
        const { serverId, queue, callcenterId, name } = row;
        sources.push({ serverId, interface: row.interface, queue, callcenterId, name });
        numbers.set(key, source);
      }
      const atMs = Math.floor(atMicros / 1000);
      return { ...row, source, atMs, ringSeconds: ring, talkSeconds: talk, wrapupSeconds: wrapup };
    });
  return { sources, ...packAgentFacts(startOf(day), facts) };
};

/** Encodes the numbers, followed by a space and the words. */
const packDay = (day: string, rows: readonly FactRow[]): Packed => {
  const { sources, bytes, words } = columnsOf(day, rows);
  return {
    sources: JSON.stringify(sources),
    facts: `${Buffer.from(bytes.buffer).toString('base64')} ${JSON.stringify(words)}`,
  };
};

const dayOfPacked = ({ customerId, day, sources, facts }: DayRow<FactRow>): AgentDay => {
  const text = facts ?? '';
  const space = text.indexOf(' ');
  const bytes = Buffer.from(text.slice(0, space), 'base64');
  return {
    ...{ customerId, start: startOf(day), sources: JSON.parse(sources ?? '[]') },
    facts: unpackAgentFacts(bytes, JSON.parse(text.slice(space + 1))),
  };
};

const dayOfRows = (rows: readonly DayRow<FactRow>[]): AgentDay => {
  const { customerId, day } = rows[0]!;
  const { sources, bytes, words } = columnsOf(day, rows);
  return { customerId, start: startOf(day), sources, facts: unpackAgentFacts(bytes, words) };
};

export const AGENT_DAYS: PackedKind<FactRow> = {
  lock: 6_010_001,
  days: sql`agent_packed_days`,
  marks: sql`agent_day_marks`,
  facts: sql`agent_facts`,
  columns: sql`f.server_id, f.interface, f.queue, f.callcenter_id, f.name, f.id::float8 as id,
    floor(date_part('epoch', f.at) * 1000000 + 0.5) as at_micros, f.kind, f.paused, f.reason,
    f.paused_since::float8 as paused_since, f.login_at::float8 as login_at, f.incall, f.ring, f.talk, f.wrapup, f.call`,
  blanks: sql`null::integer as server_id, null::text as interface, null::text as queue, null::text as callcenter_id,
    null::text as name, null::float8 as id, null::float8 as at_micros, null::text as kind, null::boolean as paused,
    null::text as reason, null::float8 as paused_since, null::float8 as login_at, null::boolean as incall,
    null::integer as ring, null::integer as talk, null::integer as wrapup, null::text as call`,
  pack: packDay,
};

/** Reads the days (UTC) that overlap a period, earliest first. @param to epoch ms, exclusive */
export const readAgentDays = async (
  db: Db,
  customers: readonly string[],
  from: number,
  to: number,
): Promise<AgentDay[]> => {
  const rows = await readPackedDays(db, AGENT_DAYS, customers, dayAt(from), dayAt(to - 1));
  const loose = Map.groupBy(
    rows.filter((row) => row.version === null),
    (row) => `${row.customerId} ${row.day}`,
  );
  const packed = rows.filter((row) => row.version !== null).map(dayOfPacked);
  return [...packed, ...[...loose.values()].map(dayOfRows)].toSorted((a, b) => a.start - b.start);
};

/** Customers with agent facts in a period; `''` for facts without a customer. */
export const readAgentCustomers = async (db: Db, from: number, to: number): Promise<string[]> => {
  const span = sql`day between ${dayAt(from)}::date and ${dayAt(to - 1)}::date`;
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from ${AGENT_DAYS.days} where ${span} union select customer_id from ${AGENT_DAYS.marks} where ${span}
    order by 1`.execute(db);
  return rows.map((row) => row.customerId);
};
