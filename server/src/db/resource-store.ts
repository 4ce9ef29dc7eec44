// The life of a resource's rows: scoped to the caller, versioned, audited in the transaction of the change.
import type { AuditAction } from '@ringside/core/contract/audit-actions.ts';
import { isAudited } from '@ringside/core/contract/audit-facts.ts';
import { z } from 'zod';
import type { resource, RowAuthors } from '@ringside/core/contract/resource.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { writeAudit, writeAudits } from './audit.ts';
import type { AuditFact } from './audit.ts';
import type { Db } from './connect.ts';
import { uniqueRefusal } from './unique-refusal.ts';
import { createMany } from './create-many.ts';
import { moveDependents } from './move-dependents.ts';
import { bringBack, dependenceRefusal, keepDeleted, nameDependents, tableOf } from './deleted-rows.ts';
import type { Outcome } from './create-many.ts';
import { readOn } from './read-on.ts';
import { authorsOf } from './row-authors.ts';
import { behindWall } from './wall.ts';
import { countRows, findRow, findRows, listRows, visibleTo } from './list-rows.ts';
import type { ListRequest, ListShape, RowSelect, ScopeColumns } from './list-rows.ts';

export type AnyResource = ReturnType<typeof resource<z.ZodObject, z.ZodObject, z.ZodObject>>;
export type Id = string | number;
/** A row as the database has it: moments are Dates. */
export type StoredRow = { readonly id: Id; readonly version: number } & Readonly<Record<string, unknown>>;

/** What a noun says of its rows. */
export interface ResourceQueries<R extends AnyResource> {
  /** Whole rows named by the contract's fields; the id, `version` and the scope's columns among them. */
  select(db: Db): RowSelect<StoredRow>;
  readonly scope: ScopeColumns;
  /** How `q` finds rows of a large table (`list-rows.ts`). */
  readonly search?: Pick<ListShape, 'searchColumn' | 'alsoFound' | 'narrow' | 'exactFields'>;
  /** Constraint of the database → field that a violation is about. */
  readonly unique: Readonly<Record<string, string>>;
  /** Returns the new id. Refuses what points to another customer's rows as if they did not exist. */
  create(tx: Db, caller: Caller, values: z.output<R['create']>): Promise<Id>;
  /** Changes the row if it still has `before.version`, and raises it; false when someone was faster. */
  update(tx: Db, caller: Caller, before: StoredRow, values: z.output<R['update']>): Promise<boolean>;
  /** Refuses with `in-use` while something depends on it. */
  remove(tx: Db, caller: Caller, before: StoredRow): Promise<void>;
  /** Absent: nothing is moved. Refuses an heir that may not have what depends on the row. */
  mayInherit?(tx: Db, caller: Caller, before: StoredRow, heir: StoredRow): Promise<void>;
}

export interface Change {
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

export interface ResourceStore {
  list(caller: Caller, request: ListRequest & Record<string, unknown>): Promise<{ rows: StoredRow[]; total: number }>;
  /** Everything that the list would show on all its pages, in batches, and how many there are now. */
  all(caller: Caller, request: ListAll): Promise<{ total: number; batches: AsyncIterable<StoredRow[]> }>;
  /** Throws `not-found` for an unknown row and for one that the caller may not see, alike. */
  get(caller: Caller, id: Id): Promise<StoredRow>;
  /** Of a row that the caller was found to see. */
  authors(id: Id): Promise<RowAuthors>;
  create(caller: Caller, values: Record<string, unknown>): Promise<StoredRow>;
  /** All or none, in one transaction; `commit` false: only tried. */
  createMany(caller: Caller, values: readonly Record<string, unknown>[], commit: boolean): Promise<Outcome<StoredRow>>;
  /** Tells the audit trail of what changes no row: an export, an import. */
  note(caller: Caller, action: AuditAction, facts: Record<string, unknown>): Promise<void>;
  /** `expected` judges the row's version before anything is written; throws `stale` when it refuses. */
  update(caller: Caller, id: Id, values: Record<string, unknown>, expected: VersionCheck | null): Promise<Change>;
  /** The row is kept beside the tables (`deleted-rows.ts`). `moveTo`: what depends on it becomes this one's. */
  remove(caller: Caller, id: Id, expected: VersionCheck | null, moveTo?: Id): Promise<StoredRow>;
  /** `deletedId`: of the kept copy. Throws `conflict` when its name was given again, or what it belongs to is gone. */
  restore(caller: Caller, deletedId: string, id: Id): Promise<StoredRow>;
}

export type ListAll = Omit<ListRequest, 'page' | 'perPage'> & Record<string, unknown>;

export type VersionCheck = (version: number) => boolean;

const isText = (schema: z.ZodType): boolean => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return isText(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum;
};

const shapeOf = (r: AnyResource): ListShape => ({
  searchable: r.searchable,
  filters: r.filters,
  textFields: new Set(
    Object.entries(r.row.shape)
      .filter(([, schema]) => isText(schema as z.ZodType))
      .map(([field]) => field),
  ),
  defaultSort: r.defaultSort,
  exactFields: new Set(Object.keys(r.row.shape).filter((field) => r.row.shape[field] instanceof z.ZodEnum)),
  neverNull: new Set(
    Object.entries(r.row.shape)
      .filter(([, schema]) => !(schema instanceof z.ZodNullable || schema instanceof z.ZodOptional))
      .map(([field]) => field),
  ),
});

const auditable = (row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => isAudited(key)));

const changedOnly = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [pick(before), pick(after)] as const;
};

/** Write-only fields that the call named, as `***`. */
const secretsIn = (r: AnyResource, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(values)
      .filter((key) => !(key in r.row.shape) && /secret|password/i.test(key) && values[key] !== undefined)
      .map((key) => [key, '***']),
  );

const customerOf = (r: AnyResource, row: StoredRow): string | null => {
  const value = r.name === 'customer' ? row.id : row['customerId'];
  return typeof value === 'string' ? value : null;
};

/** Rows of an export that are read at once. */
const BATCH = 2000;

class Outrun extends Error {}
const TRIES = 3;

/** Without an `If-Match` the last writer wins: a lost race is run again on the newer row. */
const retried = async <T>(work: () => Promise<T>, mayRetry: boolean): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Outrun)) throw error;
      if (!mayRetry || attempt >= TRIES) throw new Refusal('stale');
    }
  }
};

const factOf = (r: AnyResource, action: AuditAction, row: StoredRow, before: unknown, after: unknown): AuditFact => ({
  customerId: customerOf(r, row),
  action,
  resource: r.name,
  resourceId: String(row.id),
  resourceName: String(row[r.titleField] ?? ''),
  before: before as Record<string, unknown> | null,
  after: after as Record<string, unknown> | null,
});

const updaterOf =
  (r: AnyResource, queries: ResourceQueries<AnyResource>, find: Find) =>
  async (
    tx: Db,
    caller: Caller,
    id: Id,
    values: Record<string, unknown>,
    expected: VersionCheck | null,
  ): Promise<Change> => {
    const before = await find(tx, caller, id);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    if (Object.values(values).every((value) => value === undefined)) return { before, after: before };
    if (!(await queries.update(tx, caller, before, values))) throw new Outrun();
    // A change may carry a row out of the caller's own sight: the answer is what was written.
    const after = await findRow(tx, queries.select(tx), [], before.id);
    if (after === null) throw new Refusal('not-found');
    const [was, is] = changedOnly(auditable(before), auditable(after));
    await writeAudit(tx, caller, factOf(r, 'update', after, was, { ...is, ...secretsIn(r, values) }));
    return { before, after };
  };

/** Names what depends on the row, or keeps it and lets it go. */
const removerOf =
  (r: AnyResource, queries: ResourceQueries<AnyResource>) =>
  async (tx: Db, caller: Caller, before: StoredRow): Promise<void> => {
    const id = String(before.id);
    const table = await tableOf(tx, r.path);
    if (table !== null) {
      await keepDeleted(tx, {
        resource: r.name,
        table,
        id,
        name: String(before[r.titleField] ?? ''),
        customerId: customerOf(r, before),
        by: caller.username,
      });
    }
    await queries.remove(tx, caller, before);
  };

type Find = (db: Db, caller: Caller, id: Id) => Promise<StoredRow>;

export const createResourceStore = <R extends AnyResource>(
  db: Db,
  r: R,
  nounQueries: ResourceQueries<R>,
): ResourceStore => {
  const queries = nounQueries as unknown as ResourceQueries<AnyResource>;
  const shape = { ...shapeOf(r), ...queries.search };
  const find: Find = async (handle, caller, id) => {
    const row = await findRow(handle, queries.select(handle), visibleTo(caller, queries.scope), id);
    if (row === null) throw new Refusal('not-found');
    return row;
  };
  const heirOf = async (tx: Db, caller: Caller, before: StoredRow, id: Id): Promise<StoredRow> => {
    const refusal = (code: string) => new Refusal('invalid', { errors: [{ path: 'moveTo', code }] });
    const heir = id === before.id ? null : await findRow(tx, queries.select(tx), [], id);
    // Of the same customer, or of the platform's offer to all: another's answers as one that is not there.
    const isNear = heir?.['customerId'] === before['customerId'] || heir?.['customerId'] === null;
    if (queries.mayInherit === undefined || heir === null || !isNear) throw refusal('unknown');
    if (heir['serverId'] !== before['serverId']) throw refusal('other-server');
    await queries.mayInherit(tx, caller, before, heir);
    return heir;
  };
  const remove = removerOf(r, queries);
  const update = updaterOf(r, queries, find);
  const createAll = async (
    tx: Db,
    caller: Caller,
    several: readonly Record<string, unknown>[],
  ): Promise<StoredRow[]> => {
    const ids: Id[] = [];
    for (const values of several) ids.push(await queries.create(tx, caller, values));
    const found = await findRows(tx, queries.select(tx), visibleTo(caller, queries.scope), ids);
    const rows = new Map(found.map((row) => [String(row.id), row]));
    const made = ids.map((id) => rows.get(String(id))).filter((row) => row !== undefined);
    // Whoever makes a row sees it.
    if (made.length < ids.length) throw new Refusal('not-found');
    const facts = made.map((row, place) =>
      factOf(r, 'create', row, null, { ...auditable(row), ...secretsIn(r, several[place] ?? {}) }),
    );
    await writeAudits(tx, caller, facts);
    return made;
  };
  const transact = async <T>(caller: Caller, work: (tx: Db) => Promise<T>): Promise<T> => {
    try {
      return await behindWall(db, caller)
        .transaction()
        .execute((tx) => work(tx));
    } catch (error) {
      throw dependenceRefusal(uniqueRefusal(error, queries.unique));
    }
  };
  return {
    list: (caller, request) => {
      const own = behindWall(db, caller);
      return listRows(own, queries.select(own), shape, visibleTo(caller, queries.scope), request);
    },
    all: async (caller, request) => {
      const visible = visibleTo(caller, queries.scope);
      const own = behindWall(db, caller);
      const total = await countRows(own, queries.select(own), shape, visible, request);
      return { total, batches: readOn(own, queries.select(own), shape, visible, request, BATCH) };
    },
    get: (caller, id) => find(behindWall(db, caller), caller, id),
    authors: (id) => authorsOf(db, r.name, id),
    create: (caller, values) => transact(caller, async (tx) => (await createAll(tx, caller, [values]))[0] as StoredRow),
    createMany: (caller, values, commit) =>
      createMany(behindWall(db, caller), values, commit, (tx, some) => createAll(tx, caller, some), queries.unique),
    note: (caller, action, facts) =>
      writeAudit(db, caller, {
        customerId: caller.customerId,
        action,
        resource: r.name,
        resourceId: null,
        resourceName: '',
        before: null,
        after: facts,
      }),
    update: (caller, id, values, expected) =>
      retried(() => transact(caller, (tx) => update(tx, caller, id, values, expected)), expected === null),
    remove: (caller, id, expected, moveTo) =>
      transact(caller, async (tx) => {
        const before = await find(tx, caller, id);
        if (expected !== null && !expected(before.version)) throw new Refusal('stale');
        const heir = moveTo === undefined ? null : await heirOf(tx, caller, before, moveTo);
        if (heir !== null) await moveDependents(tx, caller, r, before, heir);
        await remove(tx, caller, before);
        const movedTo = heir === null ? null : { movedTo: String(heir[r.titleField] ?? heir.id) };
        await writeAudit(tx, caller, factOf(r, 'delete', before, auditable(before), movedTo));
        return before;
      }).catch((error: unknown) => nameDependents(db, r.path, String(id), error)),
    restore: (caller, deletedId, id) =>
      transact(caller, async (tx) => {
        await bringBack(tx, deletedId);
        const row = await find(tx, caller, id);
        await writeAudit(tx, caller, factOf(r, 'restore', row, null, auditable(row)));
        return row;
      }),
  };
};
