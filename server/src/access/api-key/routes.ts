import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/access/api-key.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportNote, exportResource } from '../../platform/http/export-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { createKey, removeKey, revokeKey, rotateKey, updateKey } from './api-keys.ts';
import { findKey, listKeys, listOwnKeys } from './queries.ts';
import type { StoredKey } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly now: () => number;
}

const toAnswer = <Row extends StoredKey>({ viaKeyId: _lineage, ...row }: Row) => ({
  ...row,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const registerOwn = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.listOwnApiKeys, async ({ caller }) => ({
    data: (await listOwnKeys(deps.db, caller, new Date(deps.now()))).map(toAnswer),
  }));
  registerRoute(app, contract.createOwnApiKey, async ({ caller, body }) =>
    toAnswer(await createKey(deps, caller, { ...body, ownerUserId: caller.userId })),
  );
  registerRoute(app, contract.rotateOwnApiKey, async ({ caller, params, body }) =>
    toAnswer(await rotateKey(deps, caller, params.id, body.overlapHours, 'own')),
  );
  registerRoute(app, contract.deleteOwnApiKey, async ({ caller, params }) => {
    await removeKey(deps, caller, params.id, 'own');
    return undefined;
  });
};

export const registerApiKeys = (app: FastifyInstance, deps: Services): void => {
  const { routes } = contract.apikeys;
  registerRoute(app, routes.list, async ({ caller, query }) => {
    const { rows, total } = await listKeys(deps.db, caller, new Date(deps.now()), query);
    return { data: rows.map(toAnswer), meta: { page: query.page, perPage: query.perPage, total } };
  });
  const exported = exportedList({ note: exportNote(deps.db, { resource: 'apikey' }) }, (caller, request) =>
    listKeys(deps.db, caller, new Date(deps.now()), request),
  );
  registerRoute(app, routes.export, ({ caller, query, origin }) =>
    exportResource(contract.apikeys, exported, caller, origin.language, query),
  );
  registerRoute(app, routes.get, async ({ caller, params, setHeader }) => {
    const row = await findKey(deps.db, caller, new Date(deps.now()), params.id, 'visible');
    if (row === null) throw new Refusal('not-found');
    setHeader('etag', `"${row.version}"`);
    return toAnswer(row);
  });
  registerRoute(app, routes.create, async ({ caller, body, setHeader }) => {
    const row = await createKey(deps, caller, body);
    setHeader('etag', `"${row.version}"`);
    setHeader('location', `/api/apikeys/${row.id}`);
    return toAnswer(row);
  });
  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    const row = await updateKey(deps, caller, params.id, body, versionCheck(headers['if-match']));
    setHeader('etag', `"${row.version}"`);
    return toAnswer(row);
  });
  registerRoute(app, contract.rotateApiKey, async ({ caller, params, body }) =>
    toAnswer(await rotateKey(deps, caller, params.id, body.overlapHours, 'visible')),
  );
  registerRoute(app, contract.revokeApiKey, async ({ caller, params, body }) =>
    toAnswer(await revokeKey(deps, caller, params.id, body)),
  );
  registerRoute(app, routes.remove, async ({ caller, params }) => {
    await removeKey(deps, caller, params.id, 'visible');
    return undefined;
  });
  registerOwn(app, deps);
};
