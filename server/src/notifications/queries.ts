// Rows of notifications: who is told, what is kept, what is read, what goes with age.
import { sql } from 'kysely';
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import type { NotificationKind, NotificationNews } from '@ringside/core/contract/notifications.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';

/** Who is told. Nobody outside of it ever sees the row: each person has his own. */
export type Audience =
  | { readonly kind: 'user'; readonly userId: string }
  /** The platform's staff who hold the ability. */
  | { readonly kind: 'platform'; readonly ability: readonly [Action, Resource] }
  /** Those of the customer who hold it for the whole customer, not for a team. */
  | { readonly kind: 'customer'; readonly customerId: string; readonly ability: readonly [Action, Resource] }
  /** Who runs a call center: those of its customer who operate what is live, for all of it or in this team. */
  | { readonly kind: 'callcenter'; readonly customerId: string; readonly callcenterId: string }
  /** Who looks after a PBX: staff who read PBX servers, and those who run a customer that has queues on it. */
  | { readonly kind: 'server'; readonly serverId: number };

export interface StoredNotification {
  readonly id: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly params: Record<string, string | number>;
  readonly at: Date;
  readonly readAt: Date | null;
}

const holds = ([action, resource]: readonly [Action, Resource]) => sql<boolean>`exists (
  select 1 from role_abilities a where a.role_id = u.role_id
  and a.action in (${action}, 'manage') and a.resource in (${resource}, 'all'))`;

const belongs = (to: Audience) => {
  switch (to.kind) {
    case 'user':
      return sql<boolean>`u.id = ${to.userId}`;
    case 'platform':
      return sql<boolean>`u.customer_id is null and ${holds(to.ability)}`;
    case 'customer':
      return sql<boolean>`u.customer_id = ${to.customerId} and r.reach in ('platform', 'subtree', 'customer') and ${holds(to.ability)}`;
    case 'callcenter':
      return sql<boolean>`u.customer_id = ${to.customerId} and ${holds(['operate', 'live'])}
        and (r.reach in ('platform', 'subtree', 'customer') or r.reach = 'team' and exists (
          select 1 from user_callcenters m where m.user_id = u.id and m.callcenter_id = ${to.callcenterId}))`;
    case 'server':
      return sql<boolean>`(u.customer_id is null and ${holds(['read', 'endpoint'])}
        or r.reach in ('platform', 'subtree', 'customer') and ${holds(['operate', 'live'])}
          and u.customer_id in (select customer_id from queues where server_id = ${to.serverId}))`;
  }
};

/** Ids of the people of an audience who may sign in now. */
export const peopleOf = async (db: Db, to: Audience): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join roles r on r.id = u.role_id left join customers c on c.id = u.customer_id
    where u.status = 'active' and (u.customer_id is null or c.status <> 'terminated') and ${belongs(to)}`.execute(db);
  return rows.map((row) => row.id);
};

/** The rows that were added. What goes on already under `openKey` is not told again. */
export const addNotifications = async (
  db: Db,
  userIds: readonly string[],
  { kind, params }: NotificationNews,
  at: Date,
  openKey: string | null,
): Promise<StoredNotification[]> => {
  if (userIds.length === 0) return [];
  const rows = await db
    .insertInto('notifications')
    .values(
      userIds.map((userId) => ({
        id: newId(),
        userId,
        kind,
        params: JSON.stringify(params),
        openKey,
        at,
        readAt: null,
      })),
    )
    .onConflict((c) => c.columns(['userId', 'openKey']).doNothing())
    .returning(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .execute();
  return rows as StoredNotification[];
};

/** What goes on under the key, one of its rows as a sample; null: nothing. */
export const findOpen = async (db: Db, openKey: string): Promise<StoredNotification | null> => {
  const row = await db
    .selectFrom('notifications')
    .select(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .where('openKey', '=', openKey)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return (row as StoredNotification | undefined) ?? null;
};

/** Keys of all news of a kind that go on. */
export const openKeysOf = async (db: Db, kind: NotificationKind): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('notifications')
    .select('openKey')
    .distinct()
    .where('kind', '=', kind)
    .where('openKey', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ openKey }) => openKey ?? []));
};

/** Writes the end into the rows that told the beginning: they are new and unread again. null: forgets that it went on. */
export const endOpen = async (
  db: Db,
  openKey: string,
  news: NotificationNews | null,
  at: Date,
): Promise<StoredNotification[]> => {
  const rows = await db
    .updateTable('notifications')
    .set(
      news === null
        ? { openKey: null }
        : { openKey: null, kind: news.kind, params: JSON.stringify(news.params), at, readAt: null },
    )
    .where('openKey', '=', openKey)
    .returning(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .execute();
  return rows as StoredNotification[];
};

export const listOwnNotifications = async (
  db: Db,
  userId: string,
  { page, perPage, unreadOnly }: { readonly page: number; readonly perPage: number; readonly unreadOnly: boolean },
) => {
  const own = db.selectFrom('notifications').where('userId', '=', userId);
  const { all, unread } = await own
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('readAt', 'is', null).as('unread'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await own
    .select(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .$if(unreadOnly, (q) => q.where('readAt', 'is', null))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return {
    rows: rows as StoredNotification[],
    total: Number(unreadOnly ? unread : all),
    unread: Number(unread),
  };
};

/** null: not one of the user's. */
export const markRead = async (
  db: Db,
  userId: string,
  id: string,
  readAt: Date | null,
): Promise<StoredNotification | null> => {
  const row = await db
    .updateTable('notifications')
    .set({ readAt })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .executeTakeFirst();
  return (row as StoredNotification | undefined) ?? null;
};

export const markAllRead = async (db: Db, userId: string, readAt: Date): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .execute();
};

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
/** Somebody who came back from a long leave is at a known place still. */
const PLACES_DAYS = 400;

/** Deletes notifications older than 90 days, and places where nobody signed in from for longer than a year. */
export const pruneNotifications = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('notifications')
    .where('at', '<', new Date(now - KEPT_DAYS * DAY_MS))
    .execute();
  await db
    .deleteFrom('signInPlaces')
    .where('lastAt', '<', new Date(now - PLACES_DAYS * DAY_MS))
    .execute();
};

/** Remembers where the user signs in from. True when it is new to him; the first place of all is no news. */
export const isNewPlace = async (
  db: Db,
  userId: string,
  place: { readonly network: string; readonly device: string },
  at: Date,
): Promise<boolean> => {
  const known = await db
    .selectFrom('signInPlaces')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f('network', '=', place.network), f('device', '=', place.device)]))
        .as('same'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('signInPlaces')
    .values({ userId, ...place, lastAt: at })
    .onConflict((c) => c.columns(['userId', 'network', 'device']).doUpdateSet({ lastAt: at }))
    .execute();
  return Number(known.all) > 0 && Number(known.same) === 0;
};

export const serverName = async (db: Db, serverId: number): Promise<string | null> =>
  (await db.selectFrom('endpoints').select('name').where('id', '=', serverId).executeTakeFirst())?.name ?? null;

/** Names of what is not on the PBX as it should be, some of them. */
export const failedObjects = async (db: Db, serverId: number, most: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('provisioningObjects')
    .select('name')
    .where('serverId', '=', serverId)
    .where('state', '=', 'failed')
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map((row) => row.name);
};

/** What is expected of a queue, by its call center. */
export interface QueueAim {
  readonly customerId: string;
  readonly callcenterId: string;
  /** As people call the queue; empty: by its name. */
  readonly label: string;
  readonly maxWaitSeconds: number;
  readonly targetPercent: number;
}

/** Of all queues of call centers at work; key: server id, tab, name on the PBX. */
export const queueAims = async (db: Db): Promise<ReadonlyMap<string, QueueAim>> => {
  const rows = await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as cc', 'cc.id', 'q.callcenterId')
    .select(['q.serverId', 'q.name', 'q.label', 'q.customerId', 'q.callcenterId'])
    .select(['cc.maxWaitSeconds', 'cc.slaTargetPercent as targetPercent'])
    .where('cc.status', '=', 'active')
    .execute();
  return new Map(rows.map(({ serverId, name, ...aim }) => [`${serverId}\t${name}`, aim]));
};
