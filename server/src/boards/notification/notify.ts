// Stores a notification for each recipient and sends it to their open sockets.
import { NOTIFICATION_PARAMS } from '@ringside/core/contract/boards/notification.ts';
import type { NotificationMessage, NotificationNews } from '@ringside/core/contract/boards/notification.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/db/connect.ts';
import { PERSONAL_TOPIC } from './personal-topic.ts';
import { addNotifications, endOpen, findOpen, peopleOf } from './queries.ts';
import type { Audience, StoredNotification } from './queries.ts';

export interface NotifyDeps {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly now: () => number;
}

const send = (bus: Pick<Bus, 'publish'>, userId: string, message: NotificationMessage): void =>
  bus.publish(PERSONAL_TOPIC, { userId, message });

const sendRows = (bus: Pick<Bus, 'publish'>, rows: readonly StoredNotification[]): void => {
  for (const { id, userId, kind, params, at } of rows)
    send(bus, userId, {
      Type: 3,
      Event: 'Notification',
      Id: id,
      Kind: kind,
      Params: params,
      NotifiedAt: at.toISOString(),
    });
};

/**
 * Notifies every user of the audience. `openKey` identifies an ongoing condition: each user gets it once until `notifyEnd`.
 * Throws when the params do not match the kind, or the database fails.
 */
export const notify = async (
  { db, bus, now }: NotifyDeps,
  { to, openKey, ...news }: NotificationNews & { readonly to: Audience; readonly openKey?: string },
): Promise<void> => {
  NOTIFICATION_PARAMS[news.kind].parse(news.params);
  const rows = await addNotifications(db, await peopleOf(db, to), news, new Date(now()), openKey ?? null);
  sendRows(bus, rows);
};

/** Ends the condition of `openKey`: `end` turns the params of its notifications into the final news; null leaves them unchanged. */
export const notifyEnd = async (
  { db, bus, now }: NotifyDeps,
  openKey: string,
  end: (params: Readonly<Record<string, string | number>>) => NotificationNews | null,
): Promise<void> => {
  const open = await findOpen(db, openKey);
  if (open === null) return;
  const news = end(open.params);
  if (news !== null) NOTIFICATION_PARAMS[news.kind].parse(news.params);
  const rows = await endOpen(db, openKey, news, new Date(now()));
  if (news !== null) sendRows(bus, rows);
};

/** Sends new read marks to the user's other tabs and devices. */
export const publishRead = (bus: Pick<Bus, 'publish'>, userId: string): void =>
  send(bus, userId, { Type: 3, Event: 'NotificationsRead' });
