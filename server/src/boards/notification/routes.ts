import type { FastifyInstance } from 'fastify';
import {
  listNotifications,
  markAllNotifications,
  markNotification,
} from '@ringside/core/contract/boards/notification.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { publishRead } from './notify.ts';
import { listOwnNotifications, markAllRead, markRead } from './queries.ts';
import type { StoredNotification } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly bus: Bus;
  readonly now: () => number;
}

const shown = ({ id, kind, params, at, readAt }: StoredNotification) => ({
  id,
  kind,
  params,
  at: at.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** Users reach only their own notifications, regardless of role. */
export const registerNotifications = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, listNotifications, async ({ caller, query: { page, perPage, unread } }) => {
    const list = { page, perPage, unreadOnly: unread === 'true' };
    const { rows, total, unread: count } = await listOwnNotifications(deps.db, caller.userId, list);
    return { data: rows.map(shown), meta: { page, perPage, total, unread: count } };
  });
  registerRoute(app, markNotification, async ({ caller, params, body }) => {
    const at = body.read ? new Date(deps.now()) : null;
    const row = await markRead(deps.db, caller.userId, params.id, at);
    if (row === null) throw new Refusal('not-found');
    publishRead(deps.bus, caller.userId);
    return shown(row);
  });
  registerRoute(app, markAllNotifications, async ({ caller }) => {
    await markAllRead(deps.db, caller.userId, new Date(deps.now()));
    publishRead(deps.bus, caller.userId);
    return undefined;
  });
};
