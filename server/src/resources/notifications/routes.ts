import type { FastifyInstance } from 'fastify';
import { listNotifications, readAllNotifications, readNotification } from '@ringside/core/contract/notifications.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { tellRead } from '../../notifications/notify.ts';
import { listOwnNotifications, markAllRead, markRead } from '../../notifications/queries.ts';
import type { StoredNotification } from '../../notifications/queries.ts';

const shown = ({ id, kind, params, at, readAt }: StoredNotification) => ({
  id,
  kind,
  params,
  at: at.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** Each person's own alone: nobody, of whatever role, reaches another's. */
export const registerNotifications = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, listNotifications, async ({ caller, query: { page, perPage, unread } }) => {
    const list = { page, perPage, unreadOnly: unread === 'true' };
    const { rows, total, unread: count } = await listOwnNotifications(deps.db, caller.userId, list);
    return { data: rows.map(shown), meta: { page, perPage, total, unread: count } };
  });
  registerRoute(app, readNotification, async ({ caller, params, body }) => {
    const at = body.read ? new Date(deps.now()) : null;
    const row = await markRead(deps.db, caller.userId, params.id, at);
    if (row === null) throw new Refusal('not-found');
    tellRead(deps.bus, caller.userId);
    return shown(row);
  });
  registerRoute(app, readAllNotifications, async ({ caller }) => {
    await markAllRead(deps.db, caller.userId, new Date(deps.now()));
    tellRead(deps.bus, caller.userId);
    return undefined;
  });
};
