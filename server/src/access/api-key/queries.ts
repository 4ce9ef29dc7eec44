// Reads and writes API keys. Only the hash of a key is stored, never its text.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Scope } from '@ringside/core/access/scopes.ts';
import type { ApiKey } from '@ringside/core/contract/access/api-key.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import { findRow, listRows } from '../../platform/db/rows/list-rows.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { ListRequest } from '../../platform/db/rows/list-rows.ts';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';

type Dates = 'expiresAt' | 'lastUsedAt' | 'createdAt' | 'updatedAt';
export type StoredKey = Omit<ApiKey, Dates | 'scopes'> & {
  readonly scopes: Scope[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly viaKeyId: string | null;
};

const select = (db: Db, now: Date) =>
  db
    .selectFrom('apiKeys as k')
    .innerJoin('users as u', 'u.id', 'k.ownerUserId')
    .leftJoin('customers as c', 'c.id', 'k.customerId')
    .select(['k.id', 'k.customerId', 'c.name as customerName', 'k.ownerUserId', 'u.username as ownerUsername'])
    .select(['k.name', 'k.prefix', 'k.last4', 'k.scopes', 'k.cidrs', 'k.rateLimitPerMinute', 'k.expiresAt'])
    .select(['k.lastUsedAt', 'k.lastUsedIp', 'k.useCount', 'k.createdBy', 'k.revokedBy', 'k.revokedReason'])
    .select(['k.rotatedFrom', 'k.viaKeyId', 'k.createdAt', 'k.updatedAt', 'k.version'])
    .select(
      sql<number>`(select count(*) from users v where v.via_key_id = k.id and v.status <> 'disabled')`.as(
        'createdAccounts',
      ),
    )
    .select(
      sql<ApiKey['status']>`case when k.status = 'revoked' then 'revoked'
        when k.expires_at <= ${now} then 'expired' else 'active' end`.as('status'),
    );

const SHAPE = {
  searchable: ['name', 'ownerUsername', 'prefix'],
  filters: ['customerId', 'ownerUserId', 'status', 'name'],
  textFields: new Set(['name', 'ownerUsername', 'status']),
  defaultSort: '-createdAt',
};

/** Returns the scope: users without customer scope see only their own keys. */
const visible = (caller: Caller): RawBuilder<SqlBool>[] =>
  seesWholeCustomer(caller.reach)
    ? visibleTo(caller, { customer: 'customerId', own: 'ownerUserId' })
    : [sql<SqlBool>`row.owner_user_id = ${caller.userId}`];

const ownOnly = (caller: Caller): RawBuilder<SqlBool>[] => [sql<SqlBool>`row.owner_user_id = ${caller.userId}`];

export const listKeys = async (db: Db, caller: Caller, now: Date, request: ListRequest & Record<string, unknown>) => {
  const { rows, total } = await listRows(withRowSecurity(db, caller), select(db, now), SHAPE, visible(caller), request);
  return { rows: rows, total };
};

export const listOwnKeys = async (db: Db, caller: Caller, now: Date): Promise<StoredKey[]> => {
  const { rows } = await listRows(db, select(db, now), SHAPE, ownOnly(caller), { page: 1, perPage: 500 });
  return rows;
};

export const findKey = async (
  db: Db,
  caller: Caller,
  now: Date,
  id: string,
  whose: 'visible' | 'own',
): Promise<StoredKey | null> =>
  await findRow(db, select(db, now), whose === 'own' ? ownOnly(caller) : visible(caller), id);

export interface NewKey {
  readonly id: string;
  readonly customerId: string | null;
  readonly ownerUserId: string;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly cidrs: readonly string[];
  readonly rateLimitPerMinute: number;
  readonly expiresAt: Date | null;
  readonly rotatedFrom: string | null;
  readonly viaKeyId: string | null;
}

export const insertKey = async (tx: Db, caller: Caller, { scopes, cidrs, ...key }: NewKey): Promise<void> => {
  await tx
    .insertInto('apiKeys')
    .values({
      ...key,
      scopes: JSON.stringify(scopes),
      cidrs: JSON.stringify(cidrs),
      createdBy: caller.username,
      lastUsedAt: null,
    })
    .execute();
};

/** Returns false if the key has changed since it was read. */
export const changeKey = async (
  tx: Db,
  key: StoredKey,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const done = await tx
    .updateTable('apiKeys')
    .set({ ...values, version: key.version + 1, updatedAt: new Date() })
    .where('id', '=', key.id)
    .where('version', '=', key.version)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
};

export const deleteKey = async (tx: Db, id: string): Promise<void> => {
  await tx.deleteFrom('apiKeys').where('id', '=', id).execute();
};

const AUDITED = ['name', 'ownerUsername', 'scopes', 'cidrs', 'rateLimitPerMinute', 'status', 'expiresAt'] as const;

const audited = (key: StoredKey, only: readonly string[] | null) =>
  Object.fromEntries(AUDITED.filter((f) => only === null || only.includes(f)).map((field) => [field, key[field]]));

export const auditKey = (
  tx: Db,
  caller: Caller,
  action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke',
  before: StoredKey | null,
  after: StoredKey | null,
): Promise<void> => {
  const row = after ?? before;
  if (row === null) return Promise.resolve();
  const changed =
    before === null || after === null
      ? null
      : AUDITED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return writeAudit(tx, caller, {
    customerId: row.customerId,
    action,
    resource: 'apikey',
    resourceId: row.id,
    resourceName: `${row.name} (${row.prefix})`,
    before: before === null ? null : audited(before, changed),
    after: after === null ? null : audited(after, changed),
  });
};

/** Finds the future owner of a key among the users that the caller may change. */
export const findOwner = (tx: Db, caller: Caller, userId: string) =>
  tx
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .select(['u.id', 'u.customerId', 'r.level', 'u.status'])
    .where('u.id', '=', userId)
    .$if(caller.customerId !== null, (q) => q.where('u.customerId', 'in', [...customersOf(caller)]))
    .executeTakeFirst();
