// Stores deleted rows complete (`schema/system.sql`), so that history can name them and users can restore them.
import { errorCode } from '@ringside/core/base/error-code.ts';
import { sql } from 'kysely';
import { nounOfTable } from '@ringside/core/contract/nouns.ts';
import { Refusal } from '../../caller/refusal.ts';
import type { Db } from '../connect.ts';
import { newId } from '../new-id.ts';

interface Deleted {
  readonly resource: string;
  readonly table: string;
  readonly id: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly by: string;
}

/** Must run in the deleting transaction, before the row is deleted. */
export const keepDeleted = async (tx: Db, { resource, table, id, name, customerId, by }: Deleted): Promise<void> => {
  await sql`select keep_deleted(${newId()}::uuid, ${resource}::text, ${table}::text::regclass, ${id}::text,
    ${name}::text, ${customerId}::uuid, ${by}::text)`.execute(tx);
};

const SHOWN = 3;

/** A foreign key violation: the row refers to a missing row, or other rows refer to it. */
class Dependence extends Refusal {}

/** Converts a foreign key violation into an `in-use` refusal. Other errors are returned unchanged. */
export const dependenceRefusal = (error: unknown): unknown => {
  if (errorCode(error) !== '23503') return error;
  const { table }: { readonly table?: unknown } = error ?? {};
  const resource = typeof table === 'string' ? table : '';
  return new Dependence('conflict', {
    errors: [{ path: '', code: 'in-use', params: { resource, count: 1, names: resource.replaceAll('_', ' ') } }],
  });
};

/**
 * Replaces a foreign key refusal with one that names the dependent rows, one `in-use` per kind. Throws any other error unchanged. Nouns
 * that check their dependents themselves do not need this.
 */
export const nameDependents = async (db: Db, table: string, id: string, error: unknown): Promise<never> => {
  if (!(error instanceof Dependence)) throw error;
  const { rows } = await sql<{ tableName: string; n: number; names: string[] }>`
    select * from dependents_of(${table}::text::regclass, ${id}::text)`.execute(db);
  const errors = rows.map(({ tableName, n, names }) => ({
    path: '',
    code: 'in-use',
    params: {
      resource: nounOfTable(tableName)?.name ?? tableName,
      count: n,
      names: names.slice(0, SHOWN).join(', ') + (n > SHOWN ? ', …' : ''),
    },
  }));
  throw errors.length > 0 ? new Refusal('conflict', { errors }) : error;
};

/** Restores a deleted row. Must run in a transaction. */
export const bringBack = async (tx: Db, deletedId: string): Promise<void> => {
  try {
    await sql`select bring_back(${deletedId}::uuid)`.execute(tx);
  } catch (error) {
    if (errorCode(error) !== '23503') throw error;
    throw new Refusal('conflict', { errors: [{ path: '', code: 'belongs-to-deleted' }] });
  }
};
