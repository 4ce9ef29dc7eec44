// Telling people something: kept for each of them, and on their open sockets at once.
import { NOTIFICATION_PARAMS } from '@ringside/core/contract/notifications.ts';
import type { NotificationMessage, NotificationNews } from '@ringside/core/contract/notifications.ts';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/connect.ts';
import { PERSONAL_TOPIC } from '../live/live-batch.ts';
import type { PersonalMessage } from '../live/live-batch.ts';
import { addNotifications, endOpen, findOpen, peopleOf } from './queries.ts';
import type { Audience, StoredNotification } from './queries.ts';

export interface NotifyDeps {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly now: () => number;
}

const send = (bus: Pick<Bus, 'publish'>, userId: string, message: NotificationMessage): void =>
  bus.publish(PERSONAL_TOPIC, { userId, message } satisfies PersonalMessage);

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
 * Tells the news to everybody of the audience. `openKey` names what still goes on: who was told is not told again until
 * `notifyEnd`. Throws when the params are not those of the kind, or the database fails.
 */
export const notify = async (
  { db, bus, now }: NotifyDeps,
  { to, openKey, ...news }: NotificationNews & { readonly to: Audience; readonly openKey?: string },
): Promise<void> => {
  NOTIFICATION_PARAMS[news.kind].parse(news.params);
  const rows = await addNotifications(db, await peopleOf(db, to), news, new Date(now()), openKey ?? null);
  sendRows(bus, rows);
};

/** What went on under the key is over: its notifications become what `end` makes of their params (null: they stay as they are). */
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

/** The user read some of his: his other tabs and devices hear of it. */
export const tellRead = (bus: Pick<Bus, 'publish'>, userId: string): void =>
  send(bus, userId, { Type: 3, Event: 'NotificationsRead' });
