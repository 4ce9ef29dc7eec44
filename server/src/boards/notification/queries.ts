// Queries for notifications: audience, retention, read marks, expiry.
import { sql } from 'kysely';
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import type { NotificationKind, NotificationNews } from '@ringside/core/contract/boards/notification.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

/** Recipients of a notification. Each user has their own row. */
export type Audience =
  | { readonly kind: 'user'; readonly userId: string }
  /** Platform staff who hold the permission. */
  | { readonly kind: 'platform'; readonly ability: readonly [Action, Resource] }
  /** Users of the customer who hold the permission for the whole customer, not just for a team. */
  | { readonly kind: 'customer'; readonly customerId: string; readonly ability: readonly [Action, Resource] }
  /** Users of the customer who may operate live calls, for the whole customer or for this call center. */
  | { readonly kind: 'callcenter'; readonly customerId: string; readonly callcenterId: string }
  /** Platform staff who may read PBX servers, and users who operate a customer that has queues on the PBX. */
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

/** Returns ids of the users in an audience who may sign in now. */
export const peopleOf = async (db: Db, to: Audience): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join roles r on r.id = u.role_id left join customers c on c.id = u.customer_id
    where u.status = 'active' and (u.customer_id is null or c.status <> 'terminated') and ${belongs(to)}`.execute(db);
  return rows.map((row) => row.id);
};

/** Inserts a row per user and returns the new rows. Skips users who already have a row with the same `openKey`. */
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
  return rows;
};

/** Returns whether the user got a notification of this kind after `since`. */
export const wasNotified = async (db: Db, userId: string, kind: NotificationKind, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .executeTakeFirst()) !== undefined;

export const findOpen = async (db: Db, openKey: string): Promise<StoredNotification | null> => {
  const row = await db
    .selectFrom('notifications')
    .select(['id', 'userId', 'kind', 'params', 'at', 'readAt'])
    .where('openKey', '=', openKey)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns the open keys of all notifications of a kind. */
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

/** Ends the condition: updates its rows with `news` and marks them unread. If `news` is null, only clears their open key. */
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
  return rows;
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
    rows,
    total: Number(unreadOnly ? unread : all),
    unread: Number(unread),
  };
};

/** Returns null if the notification is not one of the user's. */
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
  return row ?? null;
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
/** Longer than a year, so that a long leave does not make a known place new. */
const PLACES_DAYS = 400;

/** Deletes notifications older than 90 days, and places without a sign-in for 400 days. */
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

/** Stores the place of a sign-in. Returns true for a new place, except for the user's first. */
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

/** Returns names of up to `most` objects that could not be provisioned on the PBX. */
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

/** Targets of a queue, set on its call center. */
export interface QueueAim {
  readonly customerId: string;
  readonly callcenterId: string;
  /** Display name of the queue; if empty, its name is used. */
  readonly label: string;
  readonly maxWaitSeconds: number;
  readonly targetPercent: number;
}

/** Returns targets of all queues in active call centers, by key `serverId\tname`. */
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
