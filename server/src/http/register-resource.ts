// The routes of a resource over its store: pages, files, versions as ETag / If-Match, a word to who wants to know of changes.
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '@ringside/core/contract/errors.ts';
import type { BulkResult } from '@ringside/core/contract/resource.ts';
import type { AnyResource, Id, ResourceStore, StoredRow } from '../db/resource-store.ts';
import type { Caller } from './context.ts';
import { problemOf, Refusal } from './errors.ts';
import { exportResource } from './export-resource.ts';
import type { ExportRequest } from './export-resource.ts';
import { registerRoute } from './register.ts';
import { versionCheck } from './version-check.ts';

export interface ResourceHooks {
  /** After the commit. `before` is null for a new row, `after` for a deleted one. */
  changed?(before: StoredRow | null, after: StoredRow | null, caller: Caller): void | Promise<void>;
  /** Adds what the database does not know (the state of a link). */
  complete?(row: StoredRow): Record<string, unknown>;
}

const etag = (row: StoredRow): string => `"${row.version}"`;

const toAnswer = (row: StoredRow, hooks: ResourceHooks): Record<string, unknown> => {
  const plain = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
  return { ...plain, ...hooks.complete?.(row) };
};

const idOf = (params: unknown): Id => (params as { readonly id: Id }).id;

/** What is deleted of this noun can be brought back by who may. */
export const offerRestore = (
  app: FastifyInstance,
  r: Pick<AnyResource, 'name' | 'idKind'>,
  store: Pick<ResourceStore, 'restore'>,
  hooks: Pick<ResourceHooks, 'changed'> = {},
): void => {
  app.nouns.set(r.name, {
    restored: async (caller, deletedId, id) => {
      const row = await store.restore(caller, deletedId, r.idKind === 'integer' ? Number(id) : id);
      await hooks.changed?.(null, row, caller);
    },
  });
};

/** One change to several rows: each is judged, written and audited as if it stood alone. */
export const registerBulk = (
  app: FastifyInstance,
  r: AnyResource,
  store: Pick<ResourceStore, 'update'>,
  hooks: Pick<ResourceHooks, 'changed'> = {},
): void => {
  registerRoute(app, r.routes.bulk, async ({ caller, body, origin }) => {
    const refused: BulkResult['refused'] = [];
    for (const { id, version } of body.rows) {
      try {
        const { before, after } = await store.update(caller, id, body.change, (now) => now === version);
        if (after !== null && after !== before) await hooks.changed?.(before, after, caller);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, errors } = problemOf(error, origin.language);
        refused.push({ id, code: code as ErrorCode, errors });
      }
    }
    return { changed: body.rows.length - refused.length, refused };
  });
};

export const registerResource = (
  app: FastifyInstance,
  r: AnyResource,
  store: ResourceStore,
  hooks: ResourceHooks = {},
): void => {
  const { routes } = r;
  offerRestore(app, r, store, hooks);

  registerRoute(app, routes.list, async ({ query, caller }) => {
    const { rows, total } = await store.list(caller, query);
    return { data: rows.map((row) => toAnswer(row, hooks)), meta: { page: query.page, perPage: query.perPage, total } };
  });

  registerRoute(app, routes.export, ({ query, caller, origin }) =>
    exportResource(r, store, caller, origin.language, query as ExportRequest, (row) => hooks.complete?.(row) ?? {}),
  );

  registerRoute(app, routes.get, async ({ caller, params, setHeader }) => {
    const row = await store.get(caller, idOf(params));
    setHeader('etag', etag(row));
    return toAnswer(row, hooks);
  });

  registerRoute(app, routes.authors, async ({ caller, params }) => {
    await store.get(caller, idOf(params));
    return store.authors(idOf(params));
  });

  const created = (row: StoredRow, setHeader: (name: string, value: string) => void): Record<string, unknown> => {
    setHeader('etag', etag(row));
    setHeader('location', `/api${r.path}/${row.id}`);
    return toAnswer(row, hooks);
  };
  registerRoute(
    app,
    routes.create,
    async ({ caller, body, setHeader }) => {
      const row = await store.create(caller, body);
      await hooks.changed?.(null, row, caller);
      return created(row, setHeader);
    },
    async ({ caller, setHeader }, of, id) => {
      // Something else was written first: the id is not this noun's.
      if (of !== r.name) throw new Refusal('conflict');
      return created(await store.get(caller, r.idKind === 'integer' ? Number(id) : id), setHeader);
    },
  );

  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    const { before, after } = await store.update(caller, idOf(params), body, versionCheck(headers['if-match']));
    if (after !== null && after !== before) await hooks.changed?.(before, after, caller);
    if (after === null) return undefined as never;
    setHeader('etag', etag(after));
    return toAnswer(after, hooks);
  });

  registerBulk(app, r, store, hooks);

  registerRoute(app, routes.remove, async ({ caller, params, query, headers }) => {
    const gone = await store.remove(caller, idOf(params), versionCheck(headers['if-match']), query.moveTo);
    await hooks.changed?.(gone, null, caller);
    return undefined;
  });
};
