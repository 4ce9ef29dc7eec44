import type { FastifyInstance } from 'fastify';
import { pagesWithQueues } from '@ringside/core/contract/boards/board-queues.ts';
import * as contract from '@ringside/core/contract/boards/wallboard.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { registerWallLinks } from './link-routes.ts';
import { linkIdsOf, readDay, viewFor, wallboardStore } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

export const registerWallboards = (app: FastifyInstance, deps: Services): void => {
  const store = wallboardStore(deps.db);
  registerWallLinks(app, deps, store);
  registerResource(app, contract.wallboards, store, {
    changed: async (before, after) => {
      if (before === null) return;
      // Screens opened by a link reload the board. Screens of a deleted board close.
      if (after !== null) {
        const sessionIds = await linkIdsOf(deps.db, after.id);
        deps.sessions.announce({ kind: 'ended', sessionIds });
      } else deps.sessions.announce({ kind: 'customer-changed', customerIds: [before.customerId] });
    },
  });
  registerRoute(app, contract.viewWallboard, async ({ caller, params }) =>
    viewFor(deps.db, caller, await store.get(caller, params.id)),
  );
  registerRoute(app, contract.getWallboardDay, async ({ caller, params }) => {
    const row = await store.get(caller, params.id);
    return readDay(deps.db, row.customerId, await viewFor(deps.db, caller, row), deps.now());
  });
  registerRoute(app, contract.duplicateWallboard, async ({ caller, params, body }) => {
    const row = await store.get(caller, params.id);
    const { customerId, language, scheme, rotateSeconds, sound, quietHours } = row;
    const known = new Set((await viewFor(deps.db, caller, row)).queues.map((q) => q.id));
    const made = await store.create(caller, {
      ...{ customerId, language, scheme, rotateSeconds, sound, quietHours, name: body.name },
      pages: pagesWithQueues(row.pages, known),
    });
    return { ...made, createdAt: made.createdAt.toISOString(), updatedAt: made.updatedAt.toISOString() };
  });
};
