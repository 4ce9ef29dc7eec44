import type { FastifyInstance } from 'fastify';
import { listViews, saveListView } from '@ringside/core/contract/views.ts';
import type { Deps } from '../../http/deps.ts';
import { registerRoute } from '../../http/register.ts';
import { readViews, writeView } from './queries.ts';

export const registerViews = (app: FastifyInstance, { db }: Deps): void => {
  registerRoute(app, listViews, async ({ caller }) => ({ data: await readViews(db, caller.userId) }));
  registerRoute(app, saveListView, async ({ caller, body }) => {
    await writeView(db, caller.userId, body);
    return body;
  });
};
