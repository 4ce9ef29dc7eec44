// Reads, creates, updates, deletes and restores rows of a resource: in the caller's scope, with versions, and audited in the transaction of
// the change.
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { z } from 'zod';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import type { Caller } from '../../caller/caller.ts';
import { Refusal } from '../../caller/refusal.ts';
import { authorsOf, writeAudit, writeAudits } from '../audit.ts';
import type { Db } from '../connect.ts';
import { hiddenOf, hiddenTaken } from './hidden-taken.ts';
import { uniqueRefusal } from './unique-refusal.ts';
import { createMany } from './create-many.ts';
import { moveDependents } from './move-dependents.ts';
import type { MovedRow } from './move-dependents.ts';
import { bringBack, dependenceRefusal, keepDeleted, nameDependents } from './deleted-rows.ts';
import type { Outcome } from './create-many.ts';
import { readOn } from '../read-on.ts';
import { auditable, changedOnly, customerOf, factOf, secretsIn, titleOf } from './row-facts.ts';
import { withRowSecurity } from '../row-security.ts';
import { countRows, findRow, findRows, listRows, shapeOf, unmaskedShape } from './list-rows.ts';
import { visibleTo } from './tenant-scope.ts';
import type { ListRequest, ListShape, RowSelect } from './list-rows.ts';
import type { ScopeColumns } from './tenant-scope.ts';
import type { AnyResource, Id, StoredRow } from './stored-row.ts';

/** The queries of a noun. `Row` is the result of `select`: the table's row type with joined columns. */
interface ResourceQueries<R extends AnyResource, Row extends StoredRow> {
  /** Complete rows with the contract's field names, including the ID, `version` and the scope's columns. */
  select(db: Db): RowSelect<Row>;
  readonly scope: ScopeColumns;
  /** How `q` finds rows of a large table (`list-rows.ts`). */
  readonly search?: Pick<ListShape, 'searchColumn' | 'alsoFound' | 'narrow' | 'exactFields'>;
  /** Maps each database constraint to the field that a violation concerns. */
  readonly unique: Readonly<Record<string, string>>;
  /** Returns the new ID. Refuses references to other customers' rows as if those rows did not exist. */
  create(tx: Db, caller: Caller, values: z.output<R['create']>): Promise<Id>;
  /** Changes the row and increments the version if it still has `before.version`. Returns false if it was changed concurrently. */
  update(tx: Db, caller: Caller, before: Row, values: z.output<R['update']>): Promise<boolean>;
  /** Refuses with `in-use` while dependents exist. */
  remove(tx: Db, caller: Caller, before: Row): Promise<void>;
  /** Absent: dependents cannot be moved. Refuses a replacement that cannot take over the dependents. */
  canReplace?(tx: Db, caller: Caller, before: Row, replacement: Row): Promise<void>;
  /**
   * Writes the consequences of the changes: outbox entries, derived columns. Called in the transaction, after rows are created, updated or
   * restored, and before they are deleted, while their dependents still exist.
   */
  changed?(tx: Db, changes: readonly Change<Row>[]): Promise<void>;
  /** Does the same for rows that referred to a deleted row and now refer to its replacement. */
  moved?(tx: Db, rows: readonly MovedRow[]): Promise<void>;
  /** Refuses a restored row if a name was taken while it was deleted. Only for names that no constraint covers. */
  restored?(tx: Db, row: Row): Promise<void>;
}

/** `before` is `null` for a new row, `after` for a deleted row. */
export interface Change<Row extends StoredRow = StoredRow> {
  readonly before: Row | null;
  readonly after: Row | null;
}

interface Update<Row extends StoredRow = StoredRow> {
  readonly before: Row;
  readonly after: Row;
}

type Values = Record<string, unknown>;

export interface ResourceStore<
  Row extends StoredRow = StoredRow,
  New extends Values = Values,
  Changed extends Values = Values,
> {
  list(caller: Caller, request: ListRequest & Record<string, unknown>): Promise<{ rows: Row[]; total: number }>;
  /** Returns all rows of the list in batches, and their current total. */
  all(caller: Caller, request: ListAll): Promise<{ total: number; batches: AsyncIterable<Row[]> }>;
  /** Throws the same `not-found` for an unknown row and for a row outside the caller's scope. */
  get(caller: Caller, id: Id): Promise<Row>;
  /** The caller's access to the row must be checked before. */
  authors(id: Id): Promise<RowAuthors>;
  create(caller: Caller, values: New): Promise<Row>;
  /** Creates all rows in one transaction, or none. With `commit` false the rows are only tried. */
  createMany(caller: Caller, values: readonly New[], commit: boolean): Promise<Outcome<Row>>;
  /** Writes an audit entry for an action that changes no row: an export, an import. */
  note(caller: Caller, action: AuditAction, facts: Record<string, unknown>): Promise<void>;
  /** `expected` checks the row's version before the write. Throws `stale` if the version differs. */
  update(caller: Caller, id: Id, values: Changed, expected: VersionCheck | null): Promise<Update<Row>>;
  /** Stores the deleted row (`deleted-rows.ts`). `moveTo`: dependent rows move to this row. */
  remove(caller: Caller, id: Id, expected: VersionCheck | null, moveTo?: Id): Promise<Row>;
  /** `deletedId`: ID of the stored copy. Throws `conflict` if its name is taken again or its parent no longer exists. */
  restore(caller: Caller, deletedId: string, id: Id): Promise<Row>;
}

export type ListAll = Omit<ListRequest, 'page' | 'perPage'> & Record<string, unknown>;

export type VersionCheck = (version: number) => boolean;

/** Values that the parts of a store share. */
interface Parts<Row extends StoredRow> {
  readonly db: Db;
  readonly r: AnyResource;
  readonly queries: ResourceQueries<AnyResource, Row>;
  readonly shape: ListShape;
  /** Returns whether the refused value is taken only by a row that the caller cannot see. */
  readonly isHidden: ReturnType<typeof hiddenOf>;
  /** Throws `not-found` for a row that the caller cannot see. */
  find(handle: Db, caller: Caller, id: Id): Promise<Row>;
}

const partsOf = <Row extends StoredRow>(
  db: Db,
  r: AnyResource,
  queries: ResourceQueries<AnyResource, Row>,
): Parts<Row> => {
  const shape = { ...shapeOf(r), ...queries.search };
  return {
    ...{ db, r, queries, shape, isHidden: hiddenOf(shape, queries) },
    find: async (handle, caller, id) => {
      const row = await findRow(handle, queries.select(handle), visibleTo(caller, queries.scope), id);
      if (row === null) throw new Refusal('not-found');
      return row;
    },
  };
};

/** Number of rows that an export reads at once. */
const BATCH = 2000;

const readsOf = <Row extends StoredRow>({
  db,
  r,
  queries,
  shape,
  find,
}: Parts<Row>): Pick<ResourceStore<Row>, 'list' | 'all' | 'get' | 'authors'> => ({
  list: (caller, request) => {
    const own = withRowSecurity(db, caller);
    const seen = unmaskedShape(shape, caller.withheld);
    return listRows(own, queries.select(own), seen, visibleTo(caller, queries.scope), request);
  },
  all: async (caller, request) => {
    const visible = visibleTo(caller, queries.scope);
    const own = withRowSecurity(db, caller);
    const seen = unmaskedShape(shape, caller.withheld);
    const total = await countRows(own, queries.select(own), seen, visible, request);
    return { total, batches: readOn(own, queries.select(own), seen, visible, request, BATCH) };
  },
  get: (caller, id) => find(withRowSecurity(db, caller), caller, id),
  authors: (id) => authorsOf(db, r.name, id),
});

/** Runs the caller's work in one transaction. Converts database errors into refusals that name the field. */
const transact = async <Row extends StoredRow, T>(
  { db, queries, isHidden }: Parts<Row>,
  caller: Caller,
  work: (tx: Db) => Promise<T>,
  values: Record<string, unknown> = {},
): Promise<T> => {
  try {
    return await withRowSecurity(db, caller)
      .transaction()
      .execute((tx) => work(tx));
  } catch (error) {
    const refusal = dependenceRefusal(uniqueRefusal(error, queries.unique));
    if (refusal instanceof Refusal && (await isHidden(withRowSecurity(db, caller), caller, refusal, values)))
      throw hiddenTaken(db, caller.userId, refusal);
    throw refusal;
  }
};

const createsOf = <Row extends StoredRow>(
  parts: Parts<Row>,
): Pick<ResourceStore<Row>, 'create' | 'createMany' | 'note'> => {
  const { db, r, queries, isHidden } = parts;
  const createAll = async (
    tx: Db,
    caller: Caller,
    several: readonly Record<string, unknown>[],
  ): Promise<readonly Row[]> => {
    const ids: Id[] = [];
    for (const values of several) ids.push(await queries.create(tx, caller, values));
    const found = await findRows(tx, queries.select(tx), visibleTo(caller, queries.scope), ids);
    const rows = new Map(found.map((row) => [String(row.id), row]));
    const made = ids.map((id) => rows.get(String(id))).filter((row) => row !== undefined);
    // The creator must be able to see the new row.
    if (made.length < ids.length) throw new Refusal('not-found');
    const facts = made.map((row, place) =>
      factOf(r, 'create', row, null, { ...auditable(row), ...secretsIn(r, several[place] ?? {}) }),
    );
    const changes = made.map((after) => ({ before: null, after }));
    await queries.changed?.(tx, changes);
    await writeAudits(tx, caller, facts);
    return made;
  };
  const createOne = async (tx: Db, caller: Caller, values: Record<string, unknown>): Promise<Row> => {
    const [row] = await createAll(tx, caller, [values]);
    if (row === undefined) throw new Refusal('not-found');
    return row;
  };
  return {
    create: (caller, values) => transact(parts, caller, (tx) => createOne(tx, caller, values), values),
    createMany: (caller, values, commit) =>
      createMany(withRowSecurity(db, caller), values, commit, (tx, some) => createAll(tx, caller, some), {
        unique: queries.unique,
        isHidden: (tx, refusal, one) => isHidden(tx, caller, refusal, one),
        refuseHidden: (refusal) => hiddenTaken(db, caller.userId, refusal),
      }),
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
  };
};

class VersionConflict extends Error {}
const TRIES = 3;

/** Without `If-Match` the last writer wins: after a version conflict, the work runs again on the newer row. */
const retryOnVersionConflict = async <T>(work: () => Promise<T>, mayRetry: boolean): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (!mayRetry || attempt >= TRIES) throw new Refusal('stale');
    }
  }
};

const updatesOf = <Row extends StoredRow>(parts: Parts<Row>): Pick<ResourceStore<Row>, 'update'> => {
  const { r, queries, find } = parts;
  const update = async (
    tx: Db,
    caller: Caller,
    id: Id,
    values: Record<string, unknown>,
    expected: VersionCheck | null,
  ): Promise<Update<Row>> => {
    const before = await find(tx, caller, id);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    if (Object.values(values).every((value) => value === undefined)) return { before, after: before };
    if (!(await queries.update(tx, caller, before, values))) throw new VersionConflict();
    const after = await findRow(tx, queries.select(tx), visibleTo(caller, queries.scope), before.id);
    // Callers cannot give rows to call centers, users or objects outside of their own scope.
    if (after === null) throw new Refusal('forbidden', { detail: 'The change would move the row out of your scope' });
    const [was, is] = changedOnly(auditable(before), auditable(after));
    await queries.changed?.(tx, [{ before, after }]);
    await writeAudit(tx, caller, factOf(r, 'update', after, was, { ...is, ...secretsIn(r, values) }));
    return { before, after };
  };
  return {
    update: (caller, id, values, expected) =>
      retryOnVersionConflict(
        () => transact(parts, caller, (tx) => update(tx, caller, id, values, expected), values),
        expected === null,
      ),
  };
};

/** Finds the row that takes over the dependents of `before`. Throws a refusal on `moveTo` if it does not fit. */
const findReplacement = async <Row extends StoredRow>(
  { queries }: Parts<Row>,
  tx: Db,
  caller: Caller,
  before: Row,
  id: Id,
): Promise<Row> => {
  const refusal = (code: string) => new Refusal('invalid', { errors: [{ path: 'moveTo', code }] });
  const found = id === before.id ? null : await findRow(tx, queries.select(tx), [], id);
  const isOfPlatform = found?.['customerId'] === null;
  // The replacement must be in the caller's scope or belong to the platform. Other rows are answered like unknown ones.
  const replacement =
    found === null || isOfPlatform
      ? found
      : await findRow(tx, queries.select(tx), visibleTo(caller, queries.scope), id);
  const isNear = isOfPlatform || replacement?.['customerId'] === before['customerId'];
  if (queries.canReplace === undefined || replacement === null || !isNear) throw refusal('unknown');
  if (replacement['serverId'] !== before['serverId']) throw refusal('other-server');
  await queries.canReplace(tx, caller, before, replacement);
  return replacement;
};

const removesOf = <Row extends StoredRow>(parts: Parts<Row>): Pick<ResourceStore<Row>, 'remove' | 'restore'> => {
  const { db, r, queries, find } = parts;
  const remove = async (tx: Db, caller: Caller, before: Row): Promise<void> => {
    await keepDeleted(tx, {
      resource: r.name,
      table: r.table,
      id: String(before.id),
      name: titleOf(r, before),
      customerId: customerOf(r, before),
      by: caller.username,
    });
    await queries.changed?.(tx, [{ before, after: null }]);
    await queries.remove(tx, caller, before);
  };
  return {
    remove: (caller, id, expected, moveTo) =>
      transact(parts, caller, async (tx) => {
        const before = await find(tx, caller, id);
        if (expected !== null && !expected(before.version)) throw new Refusal('stale');
        const replacement = moveTo === undefined ? null : await findReplacement(parts, tx, caller, before, moveTo);
        const moved = replacement === null ? [] : await moveDependents(tx, caller, r, before, replacement);
        if (moved.length > 0) await queries.moved?.(tx, moved);
        await remove(tx, caller, before);
        const movedTo = replacement === null ? null : { movedTo: String(replacement[r.titleField] ?? replacement.id) };
        await writeAudit(tx, caller, factOf(r, 'delete', before, auditable(before), movedTo));
        return before;
      }).catch((error: unknown) => nameDependents(db, r.table, String(id), error)),
    restore: (caller, deletedId, id) =>
      transact(parts, caller, async (tx) => {
        await bringBack(tx, deletedId);
        const row = await find(tx, caller, id);
        await queries.restored?.(tx, row);
        await queries.changed?.(tx, [{ before: null, after: row }]);
        await writeAudit(tx, caller, factOf(r, 'restore', row, null, auditable(row)));
        return row;
      }),
  };
};

export const createResourceStore = <R extends AnyResource, Row extends StoredRow>(
  db: Db,
  r: R,
  // Only `select` determines the row type.
  queries: Pick<ResourceQueries<R, Row>, 'select'> & Omit<ResourceQueries<R, NoInfer<Row>>, 'select'>,
): ResourceStore<Row, z.output<R['create']>, z.output<R['update']>> => {
  const parts = partsOf<Row>(db, r, queries);
  return { ...readsOf(parts), ...createsOf(parts), ...updatesOf(parts), ...removesOf(parts) };
};
