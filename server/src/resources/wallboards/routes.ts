import type { FastifyInstance } from 'fastify';
import { pagesWithQueues } from '@ringside/core/contract/board-queues.ts';
import * as contract from '@ringside/core/contract/wallboards.ts';
import type { WallPage } from '@ringside/core/contract/wallboards.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { registerWallLinks } from './link-routes.ts';
import { linkIdsOf, readDay, viewFor, wallboardStore } from './queries.ts';

const moments = ({ createdAt, updatedAt, ...row }: StoredRow) => ({
  ...row,
  createdAt: (createdAt as Date).toISOString(),
  updatedAt: (updatedAt as Date).toISOString(),
});

export const registerWallboards = (app: FastifyInstance, deps: Deps): void => {
  const store = wallboardStore(deps.db);
  registerWallLinks(app, deps, store);
  registerResource(app, contract.wallboards, store, {
    changed: async (before, after) => {
      if (before === null) return;
      // Screens that show it by a link open it anew, as it is now; those of a board that is gone go dark.
      if (after !== null) {
        const sessionIds = await linkIdsOf(deps.db, String(after.id));
        deps.sessions.announce({ kind: 'ended', sessionIds });
      } else deps.sessions.announce({ kind: 'customer-changed', customerIds: [String(before['customerId'])] });
    },
  });
  registerRoute(app, contract.viewWallboard, async ({ caller, params }) =>
    viewFor(deps.db, caller, await store.get(caller, params.id)),
  );
  registerRoute(app, contract.wallboardDay, async ({ caller, params }) => {
    const row = await store.get(caller, params.id);
    return readDay(deps.db, String(row['customerId']), await viewFor(deps.db, caller, row), deps.now());
  });
  registerRoute(app, contract.duplicateWallboard, async ({ caller, params, body }) => {
    const row = await store.get(caller, params.id);
    const { customerId, language, scheme, rotateSeconds, sound, quietHours } = row;
    const known = new Set((await viewFor(deps.db, caller, row)).queues.map((q) => q.id));
    const made = await store.create(caller, {
      ...{ customerId, language, scheme, rotateSeconds, sound, quietHours, name: body.name },
      pages: pagesWithQueues(row['pages'] as WallPage[], known),
    });
    return moments(made) as never;
  });
};
