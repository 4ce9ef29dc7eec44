// What is deleted is kept whole beside the tables (migration 226): history names it, and it can come back.
import { sql } from 'kysely';
import { RESOURCES } from '@ringside/core/access/ability.ts';
import type { Resource } from '@ringside/core/access/ability.ts';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';

export interface Deleted {
  readonly resource: string;
  readonly table: string;
  readonly id: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly by: string;
}

/** `/callcenters` is kept in `callcenters`, `/ringgroups` in `ring_groups`. null: there is no such table. */
export const tableOf = async (db: Db, path: string): Promise<string | null> => {
  const wanted = path === '/acl' ? 'aclrules' : path.slice(1).replaceAll('/', '');
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and pg_table_is_visible(c.oid)
      and replace(c.relname, '_', '') = ${wanted}`.execute(db);
  return rows[0]?.name ?? null;
};

/** In the transaction that deletes, before the row goes. */
export const keepDeleted = async (tx: Db, { resource, table, id, name, customerId, by }: Deleted): Promise<void> => {
  await sql`select keep_deleted(${newId()}::uuid, ${resource}::text, ${table}::text::regclass, ${id}::text,
    ${name}::text, ${customerId}::uuid, ${by}::text)`.execute(tx);
};

const resourceOf = (table: string): Resource | null => {
  const plain = table.replaceAll('_', '');
  return RESOURCES.find((resource) => plain === `${resource}s`) ?? null;
};

const SHOWN = 3;

/** Points to a row that is there, or was pointed to by one that is not. */
class Dependence extends Refusal {}

/** What is still pointed to, or points to what is gone, as a word instead of the database's own. */
export const dependenceRefusal = (error: unknown): unknown => {
  const { code, table } = error as { code?: unknown; table?: unknown };
  if (code !== '23503') return error;
  const resource = typeof table === 'string' ? table : '';
  return new Dependence('conflict', {
    errors: [{ path: '', code: 'in-use', params: { resource, count: 1, names: resource.replaceAll('_', ' ') } }],
  });
};

/**
 * A refusal for what depends on the row becomes one that names it, an `in-use` for each kind; any other error is thrown on.
 * Nouns that name their dependents themselves never come here.
 */
export const nameDependents = async (db: Db, path: string, id: string, error: unknown): Promise<never> => {
  const table = error instanceof Dependence ? await tableOf(db, path) : null;
  if (table === null) throw error;
  const { rows } = await sql<{ tableName: string; n: number; names: string[] }>`
    select * from dependents_of(${table}::text::regclass, ${id}::text)`.execute(db);
  const errors = rows.map(({ tableName, n, names }) => ({
    path: '',
    code: 'in-use',
    params: {
      resource: resourceOf(tableName) ?? tableName,
      count: n,
      names: names.slice(0, SHOWN).join(', ') + (n > SHOWN ? ', …' : ''),
    },
  }));
  throw errors.length > 0 ? new Refusal('conflict', { errors }) : error;
};

/** In a transaction. */
export const bringBack = async (tx: Db, deletedId: string): Promise<void> => {
  try {
    await sql`select bring_back(${deletedId}::uuid)`.execute(tx);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23503') throw error;
    throw new Refusal('conflict', { errors: [{ path: '', code: 'belongs-to-deleted' }] });
  }
};
