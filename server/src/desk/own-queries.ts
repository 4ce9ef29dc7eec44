// Queries of the agent page: phones, queues to log in to, own calls, and earlier calls of a caller.
import { sql } from 'kysely';
import type { CallStatus, Direction } from '@ringside/core/calls/call-terms.ts';
import type { Db } from '../platform/db/connect.ts';
import { visibleTo } from '../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../platform/db/row-security.ts';
import type { Caller } from '../platform/caller/caller.ts';

export interface OwnPhone {
  readonly serverId: number;
  readonly extension: string;
  readonly name: string;
  readonly interface: string;
}

/** Returns the caller's active lines on every PBX server. */
export const readOwnPhones = async (db: Db, caller: Caller): Promise<OwnPhone[]> => {
  const { rows } = await sql<OwnPhone>`
    select s.server_id, s.extension, s.name, 'PJSIP/' || c.code || '-' || s.extension as interface
    from subscribers s join customers c on c.id = s.customer_id
    where s.user_id = ${caller.userId} and s.status = 'active'
    order by s.server_id, s.extension`.execute(db);
  return rows;
};

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId' };

interface QueueOf {
  readonly serverId: number;
  readonly name: string;
  readonly label: string;
  readonly callcenterId: string;
}

/** Returns the queues on these PBX servers that the caller may see. */
export const readQueues = async (db: Db, caller: Caller, serverIds: readonly number[]): Promise<QueueOf[]> => {
  const conditions = [...visibleTo(caller, SCOPE), sql`row.server_id = any(${[...serverIds]}::integer[])`];
  const { rows } = await sql<QueueOf>`
    select row.server_id, row.name, coalesce(nullif(row.label, ''), row.name) as label, row.callcenter_id
    from queues as row where ${sql.join(conditions, sql` and `)}
    order by lower(coalesce(nullif(row.label, ''), row.name)), row.server_id`.execute(withRowSecurity(db, caller));
  return rows;
};

export interface OwnCall {
  readonly id: string;
  readonly serverId: number;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly startAt: Date;
  readonly source: string;
  readonly sourceName: string;
  readonly destination: string;
  readonly queueLabel: string | null;
  readonly talkSeconds: number;
  /** Whether the agent made the call. */
  readonly byHim: boolean;
}

/** Returns calls that the user made or answered on these phones, newest first. */
export const readOwnCalls = async (
  db: Db,
  caller: Caller,
  phones: readonly OwnPhone[],
  limit: number,
): Promise<OwnCall[]> => {
  if (phones.length === 0 || caller.customerId === null) return [];
  const his = sql.join(
    phones.map(
      (p) => sql`(c.server_id = ${p.serverId} and (c.device = ${p.interface} or c.agent_interface = ${p.interface}))`,
    ),
    sql` or `,
  );
  const extensions = phones.map((p) => p.extension);
  const { rows } = await sql<OwnCall>`
    select c.id, c.server_id, c.direction, c.status, c.start_at, c.source, c.source_name, c.destination,
      coalesce(nullif(q.label, ''), c.queue) as queue_label, c.talk_seconds,
      (c.direction = 'outbound' or (c.direction = 'internal' and c.source = any(${extensions}::text[]))) as by_him
    from calls c left join queue_names q on q.server_id = c.server_id and q.name = c.queue
    where c.customer_id = ${caller.customerId} and (${his})
    order by c.start_at desc, c.id desc limit ${limit}`.execute(withRowSecurity(db, caller));
  return rows;
};

interface PastCall {
  readonly startAt: Date;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly duration: number;
  readonly queueLabel: string | null;
  readonly agent: string;
}

/** Returns calls with a number that the user may see, newest first. Ignores + and leading zeros. */
export const readPastCalls = async (
  db: Db,
  caller: Caller,
  number: string,
  since: Date,
  limit: number,
): Promise<PastCall[]> => {
  const digits = number.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits === '' || caller.customerId === null) return [];
  const conditions = [
    ...visibleTo(caller, SCOPE),
    sql`row.start_at >= ${since}`,
    sql`(ltrim(regexp_replace(row.source, '[^0-9]', '', 'g'), '0') = ${digits}
      or ltrim(regexp_replace(row.destination, '[^0-9]', '', 'g'), '0') = ${digits})`,
  ];
  const { rows } = await sql<PastCall>`
    select row.start_at, row.direction, row.status, row.duration, coalesce(row.agent_name, '') as agent,
      coalesce(nullif(q.label, ''), row.queue) as queue_label
    from calls as row left join queue_names q on q.server_id = row.server_id and q.name = row.queue
    where ${sql.join(conditions, sql` and `)}
    order by row.start_at desc, row.id desc limit ${limit}`.execute(withRowSecurity(db, caller));
  return rows;
};
