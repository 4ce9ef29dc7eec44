// Queries for moving queues to another PBX server.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { nounOfDestination } from '@ringside/core/contract/nouns.ts';
import type { Destination, DestinationKind } from '@ringside/core/contract/routing/destination.ts';
import { dialledRows, rowsForwardingTo } from '../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../platform/db/connect.ts';
import { refuseOtherServer } from '../../pbx/placement-queries.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

export interface Target {
  readonly id: number;
  readonly name: string;
}

export const targetServer = async (db: Db, id: number): Promise<Target> =>
  db
    .selectFrom('endpoints')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] }));

export const queuesToMove = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('queues as q')
    .innerJoin('endpoints as e', 'e.id', 'q.serverId')
    .select(['q.id', 'q.customerId', 'q.name', 'q.label', 'q.serverId', 'e.name as serverName', 'q.extension'])
    .select(['q.managed', 'q.version'])
    .select(['q.timeoutDestination', 'q.fullDestination', 'q.exitDestination', 'q.closedDestination'])
    .where(sql<boolean>`q.id = any(${[...ids]}::uuid[])`)
    .orderBy('q.name')
    .orderBy('q.id')
    .execute();
export type MovedQueue = Awaited<ReturnType<typeof queuesToMove>>[number];

export interface MovedLine {
  /** Id of the membership. */
  readonly id: string;
  readonly extension: string;
  readonly name: string;
  /** The line with the same extension on the target PBX server. */
  readonly thereId: string | null;
}

export const linesOf = (db: Db, queue: MovedQueue, to: Target): Promise<MovedLine[]> =>
  db
    .selectFrom('queueMembers as m')
    .innerJoin('subscribers as s', 's.id', 'm.subscriberId')
    .leftJoin('subscribers as t', (on) =>
      on
        .onRef('t.customerId', '=', 's.customerId')
        .onRef('t.extension', '=', 's.extension')
        .on('t.serverId', '=', to.id),
    )
    .select(['m.id', 's.extension', 's.name', 't.id as thereId'])
    .where('m.queueId', '=', queue.id)
    .orderBy('m.position')
    .execute();

/** Returns the names of menus, groups, queues and lines on its PBX server that lead to the queue, except those that move with it. */
export const namesRoutingTo = async (db: Db, queue: MovedQueue, ids: readonly string[]): Promise<string[]> => {
  const here = (column: string) =>
    sql`${sql.ref(column)} ->> 'kind' = 'queue' and ${sql.ref(column)} ->> 'id' = ${queue.id}`;
  const { rows } = await sql<{ name: string }>`
    select name from ${rowsForwardingTo(here)} as onward
    union select name from ivr_keys where ${here('destination')}
    union select name from queues where not id = any(${[...ids]}::uuid[]) and (${here('timeout_destination')}
      or ${here('full_destination')} or ${here('exit_destination')} or ${here('closed_destination')})
    union select extension || ' ' || name from subscribers where customer_id = ${queue.customerId}
      and server_id = ${queue.serverId} and ${queue.extension}::text <> ''
      and ${queue.extension} in (forward_always, forward_busy, forward_no_answer, forward_unregistered)
    order by 1`.execute(db);
  return rows.map((row) => row.name);
};

export interface MovedNumber {
  readonly id: string;
  readonly customerId: string;
  readonly serverId: number;
  readonly number: string;
  readonly version: number;
  /** Requested queues that the number routes to. */
  readonly queueIds: readonly string[];
  /** Whether the number has no other destination on the old PBX server. */
  readonly goesAlong: boolean;
}

export const numbersTo = async (
  db: Db,
  queues: readonly MovedQueue[],
  ids: readonly string[],
): Promise<readonly MovedNumber[]> => {
  const [first] = queues;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom('dids')
    .select(['id', 'customerId', 'serverId', 'number', 'version', 'destination', 'closedDestination'])
    .where('customerId', '=', first.customerId)
    .orderBy('number')
    .execute();
  const isOurs = (to: Destination | null): boolean => to?.kind === 'queue' && to.id !== null && ids.includes(to.id);
  const isFree = (to: Destination | null): boolean => to === null || to.kind === 'external' || to.kind === 'hangup';
  return rows.flatMap(({ destination, closedDestination, ...row }) => {
    const ways = [destination, closedDestination];
    const queueIds = ways.flatMap((to) => (isOurs(to) && to?.id ? [to.id] : []));
    if (queueIds.length === 0) return [];
    return [{ ...row, queueIds, goesAlong: ways.every((to) => isOurs(to) || isFree(to)) }];
  });
};

const TWINS: Readonly<Partial<Record<DestinationKind, RawBuilder<unknown>>>> = {
  extension: sql`select t.id, s.extension || ' ' || s.name as name from subscribers s
    left join subscribers t on t.customer_id = s.customer_id and t.extension = s.extension`,
  queue: sql`select t.id, s.name from queues s left join queues t on t.customer_id = s.customer_id and t.name = s.name`,
};

const twinsByName = (table: string): RawBuilder<unknown> =>
  sql`select t.id, s.name from ${sql.table(table)} s
    left join ${sql.table(table)} t on t.customer_id = s.customer_id and lower(t.name) = lower(s.name)`;

/**
 * Returns the corresponding destination on the target PBX server: one that moves too, or one with the same extension or name;
 * `null` if there is none.
 */
export const twinOf = async (
  db: Db,
  customerId: string,
  destination: Destination,
  to: Target,
  ids: readonly string[],
): Promise<{ readonly destination: Destination | null; readonly name: string }> => {
  const { kind, id } = destination;
  if (kind === 'external' || kind === 'hangup' || id === null) return { destination: destination, name: '' };
  if (kind === 'queue' && ids.includes(id)) return { destination: destination, name: '' };
  const noun = nounOfDestination(kind);
  if (noun === undefined) return { destination: destination, name: '' };
  const twins = TWINS[noun.destination?.kind ?? kind] ?? twinsByName(noun.table);
  const { rows } = await sql<{ id: string | null; name: string }>`
    ${twins} and t.server_id = ${to.id}
    where s.id = ${id} and s.customer_id = ${customerId}`.execute(db);
  const [row] = rows;
  return { destination: row?.id ? { ...destination, id: row.id } : null, name: row?.name ?? '' };
};

export const isConfigured = async (db: Db, serverId: number): Promise<boolean> => {
  const row = await db.selectFrom('provisioning').select('enabled').where('serverId', '=', serverId).executeTakeFirst();
  return row?.enabled === true;
};

export const takenThere = async (
  db: Db,
  { id, name, customerId, extension }: MovedQueue,
  to: Target,
): Promise<{ readonly name: boolean; readonly extension: boolean }> => {
  const { rows } = await sql<{ name: boolean; extension: boolean }>`
    select exists (select 1 from queues where server_id = ${to.id} and name = ${name})
        or exists (select 1 from queue_places where server_id = ${to.id} and name = ${name} and queue_id <> ${id}) as name,
      exists (select 1 from ${dialledRows()} as taken where customer_id = ${customerId} and server_id = ${to.id} and extension <> ''
        and extension = ${extension}) as extension`.execute(db);
  return rows[0] ?? { name: false, extension: false };
};

/** Returns queues of a call center on other PBX servers. */
export const queuesElsewhere = async (db: Db, callcenterId: string, serverId: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('queues')
    .select('id')
    .where('callcenterId', '=', callcenterId)
    .where('serverId', '<>', serverId)
    .execute();
  return rows.map((row) => row.id);
};

/** Throws if one of the customers may not use that PBX server. */
export const refuseOtherServers = async (db: Db, queues: readonly MovedQueue[], to: Target): Promise<void> => {
  for (const customerId of new Set(queues.map((queue) => queue.customerId)))
    await refuseOtherServer(db, customerId, to.id);
};
