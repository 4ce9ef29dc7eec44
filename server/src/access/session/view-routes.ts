import type { FastifyInstance } from 'fastify';
import { listViews, saveListView } from '@ringside/core/contract/access/views.ts';
import type { Db } from '../../platform/db/connect.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { readViews, writeView } from './queries.ts';

export const registerViews = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  registerRoute(app, listViews, async ({ caller }) => ({ data: await readViews(db, caller.userId) }));
  registerRoute(app, saveListView, async ({ caller, body }) => {
    await writeView(db, caller.userId, body);
    return body;
  });
};
