// The own notifications: read from the console, marked there, and the same in every tab.
import { can } from '@ringside/core/access/ability.ts';
import type * as contract from '@ringside/core/contract/notifications.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Address, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { SessionUser } from '../../api/session.ts';
import type { Message } from '../../live/socket.ts';
import { onPersonal } from '../../live/personal-news.ts';

// Literals instead of the contract's values: the frame stays free of the schema library.
const LIST: Address<typeof contract.listNotifications> = { method: 'GET', path: '/user/notifications' };
const READ: Address<typeof contract.readNotification> = { method: 'PATCH', path: '/user/notifications/:id' };
const READ_ALL: Address<typeof contract.readAllNotifications> = { method: 'POST', path: '/user/notifications/read' };

const KEY = ['notifications'] as const;

/** Without the socket (a role that sees nothing live) the console is asked; with it, only in case something was missed. */
const ASK_MS = 60_000;
const ASK_RARELY_MS = 300_000;

export interface Wanted {
  readonly page?: number;
  readonly perPage?: number;
  readonly unread?: 'true';
}

export const notificationsQuery = (user: SessionUser, wanted: Wanted) =>
  queryOptions({
    queryKey: [...KEY, wanted],
    queryFn: ({ signal }) => call<typeof contract.listNotifications>(LIST, { query: wanted, signal }),
    refetchInterval: can(user.abilities, 'read', 'live') ? ASK_RARELY_MS : ASK_MS,
  });

const CHANNEL = 'ringside-notifications';
const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

const changed = async (): Promise<void> => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
  await refresh();
};

export const markRead = async (id: string, read: boolean): Promise<void> => {
  await call<typeof contract.readNotification>(READ, { params: { id }, body: { read } });
  await changed();
};

export const readAll = async (): Promise<void> => {
  await call<typeof contract.readAllNotifications>(READ_ALL);
  await changed();
};

/** Follows what changes elsewhere; `onNew` hears of each new one. Returns its own undo. */
export const followNotifications = (onNew: (message: Message) => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => void refresh());
  const stop = onPersonal((message) => {
    void refresh();
    if (message?.['Event'] === 'Notification') onNew(message);
  });
  return () => {
    stop();
    channel.close();
  };
};
