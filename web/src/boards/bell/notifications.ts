// The user's own notifications: loaded from the server, marked there, and synchronized between tabs.
import { can } from '@ringside/core/access/ability.ts';
import type * as contract from '@ringside/core/contract/boards/notification.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Address, call } from '../../data/api/call.ts';
import { queryClient } from '../../data/api/query-client.ts';
import type { SessionUser } from '../../data/api/session.ts';
import type { Message } from '../../data/live/socket.ts';
import { onPersonal } from '../../data/live/personal-news.ts';

// Literals instead of the contract's values keep the schema library out of the layout.
const LIST: Address<typeof contract.listNotifications> = { method: 'GET', path: '/user/notifications' };
const READ: Address<typeof contract.markNotification> = { method: 'PATCH', path: '/user/notifications/:id' };
const READ_ALL: Address<typeof contract.markAllNotifications> = { method: 'POST', path: '/user/notifications/read' };

const KEY = ['notifications'] as const;

/** Polling intervals in ms. Without the socket (role without live data) polling is frequent. With it, polling only covers lost messages. */
const ASK_MS = 60_000;
const ASK_RARELY_MS = 300_000;

interface Wanted {
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
  await call<typeof contract.markNotification>(READ, { params: { id }, body: { read } });
  await changed();
};

export const readAll = async (): Promise<void> => {
  await call<typeof contract.markAllNotifications>(READ_ALL);
  await changed();
};

/** Subscribes to changes from other tabs and devices. `onNew` receives each new notification. Returns the unsubscribe function. */
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
