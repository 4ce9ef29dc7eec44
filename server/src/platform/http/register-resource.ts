// Registers the routes of a resource with a store: lists, exports, imports, versions as ETag / If-Match, and change notifications.
import type { FastifyInstance } from 'fastify';
import type { BulkResult } from '@ringside/core/contract/resource.ts';
import type { ResourceStore } from '../db/rows/resource-store.ts';
import type { AnyResource, Id, StoredRow } from '../db/rows/stored-row.ts';
import type { Caller } from '../caller/caller.ts';
import { problemOf, Refusal } from '../caller/refusal.ts';
import { exportResource } from './export-resource.ts';
import { registerRoute } from './register.ts';
import { versionCheck } from './version-check.ts';

interface ResourceHooks<Row extends StoredRow = StoredRow> {
  /** Called after the commit. `before` is `null` for a new row, `after` for a deleted row. */
  changed?(before: Row | null, after: Row | null, caller: Caller): void | Promise<void>;
  /** Runs before the deletion. Must call `remove` to delete the row. */
  removing?(caller: Caller, id: Id, query: unknown, remove: () => Promise<void>): Promise<void>;
  /** Adds values that are not in the database, such as the state of a link. */
  complete?(row: Row): Record<string, unknown>;
}

const etag = (row: StoredRow): string => `"${row.version}"`;

const toAnswer = <Row extends StoredRow>(row: Row, hooks: ResourceHooks<Row>): Record<string, unknown> => {
  const plain = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
  return { ...plain, ...hooks.complete?.(row) };
};

/** Allows deleted rows of this noun to be restored. */
export const offerRestore = <Row extends StoredRow>(
  app: FastifyInstance,
  r: Pick<AnyResource, 'name' | 'idKind'>,
  store: Pick<ResourceStore<Row>, 'restore'>,
  hooks: Pick<ResourceHooks<Row>, 'changed'> = {},
): void => {
  app.nouns.set(r.name, {
    restored: async (caller, deletedId, id) => {
      const row = await store.restore(caller, deletedId, r.idKind === 'integer' ? Number(id) : id);
      await hooks.changed?.(null, row, caller);
    },
  });
};

/** Registers a route that changes several rows. Each row is validated, written and audited separately. */
export const registerBulk = <Row extends StoredRow>(
  app: FastifyInstance,
  r: AnyResource,
  store: Pick<ResourceStore<Row>, 'update'>,
  hooks: Pick<ResourceHooks<Row>, 'changed'> = {},
): void => {
  registerRoute(app, r.routes.bulk, async ({ caller, body, origin }) => {
    const refused: BulkResult['refused'] = [];
    for (const { id, version } of body.rows) {
      try {
        const { before, after } = await store.update(caller, id, body.change, (now) => now === version);
        if (after !== before) await hooks.changed?.(before, after, caller);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ id, code: error.code, errors: problemOf(error, origin.language).errors });
      }
    }
    return { changed: body.rows.length - refused.length, refused };
  });
};

export const registerResource = <Row extends StoredRow>(
  app: FastifyInstance,
  r: AnyResource,
  store: ResourceStore<Row>,
  hooks: ResourceHooks<Row> = {},
): void => {
  const { routes } = r;
  offerRestore(app, r, store, hooks);

  registerRoute(app, routes.list, async ({ query, caller }) => {
    const { rows, total } = await store.list(caller, query);
    return { data: rows.map((row) => toAnswer(row, hooks)), meta: { page: query.page, perPage: query.perPage, total } };
  });

  registerRoute(app, routes.export, ({ query, caller, origin }) =>
    exportResource(r, store, caller, origin.language, query, (row) => hooks.complete?.(row) ?? {}),
  );

  registerRoute(app, routes.get, async ({ caller, params, setHeader }) => {
    const row = await store.get(caller, params.id);
    setHeader('etag', etag(row));
    return toAnswer(row, hooks);
  });

  registerRoute(app, routes.authors, async ({ caller, params }) => {
    await store.get(caller, params.id);
    return store.authors(params.id);
  });

  const created = (row: Row, setHeader: (name: string, value: string) => void): Record<string, unknown> => {
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
      // The first written row belonged to another noun, so the ID does not fit this noun.
      if (of !== r.name) throw new Refusal('conflict');
      return created(await store.get(caller, r.idKind === 'integer' ? Number(id) : id), setHeader);
    },
  );

  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    const { before, after } = await store.update(caller, params.id, body, versionCheck(headers['if-match']));
    if (after !== before) await hooks.changed?.(before, after, caller);
    setHeader('etag', etag(after));
    return toAnswer(after, hooks);
  });

  registerBulk(app, r, store, hooks);

  registerRoute(app, routes.remove, async ({ caller, params, query, headers }) => {
    const id = params.id;
    const remove = async (): Promise<void> => {
      const gone = await store.remove(caller, id, versionCheck(headers['if-match']), query.moveTo);
      await hooks.changed?.(gone, null, caller);
    };
    await (hooks.removing?.(caller, id, query, remove) ?? remove());
    return undefined;
  });
};
