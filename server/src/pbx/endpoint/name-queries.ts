// Stores which customers own names from a PBX server's own configuration files.
import { sql } from 'kysely';
import type { NameKind, PbxName } from '@ringside/core/contract/pbx/pbx-names.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { CODES_LOCK, lockName } from '../../platform/db/lock-name.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

interface NamedServer {
  readonly id: number;
  readonly name: string;
}

export const listNames = (db: Db, serverId: number): Promise<PbxName[]> =>
  db
    .selectFrom('pbxNames as n')
    .leftJoin('customers as c', 'c.id', 'n.customerId')
    .select(['n.id', 'n.kind', 'n.name', 'n.customerId', 'c.name as customerName'])
    .where('n.serverId', '=', serverId)
    .orderBy('c.name')
    .orderBy('n.kind')
    .orderBy('n.name')
    .execute();

const SEPARATED = /[-_]/;
/** Returns `acme` and `acme-desk` for `acme-desk-101`. */
const beginningsOf = (name: string): readonly string[] =>
  [...name].flatMap((letter, i) => (SEPARATED.test(letter) ? [name.slice(0, i)] : []));

/** Throws `conflict` at `names` if a name equals or begins with the code of another customer, or of a deleted one that can be restored. */
const refuseOthersCodes = async (tx: Db, customerId: string, names: readonly string[]): Promise<void> => {
  const codes = names.flatMap((name) => [name, ...beginningsOf(name)]);
  const { rows } = await sql<{ name: string }>`select name from (
      select id, code, name from customers
      union all select row_uuid, body ->> 'code', name from deleted_rows where resource = 'customer'
    ) as used where code = any(${codes}::text[]) and id <> ${customerId}::uuid order by name limit 5`.execute(tx);
  if (rows.length === 0) return;
  const params = { names: rows.map(({ name }) => name).join(', ') };
  throw new Refusal('conflict', { errors: [{ path: 'names', code: 'name-of-other', params }] });
};

export const assignNames = (
  db: Db,
  caller: Caller,
  server: NamedServer,
  {
    customerId,
    kind,
    names,
  }: { readonly customerId: string; readonly kind: NameKind; readonly names: readonly string[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const customer = await tx.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirst();
    if (customer === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
    const plain = [...new Set(names.map((name) => name.toLowerCase()))];
    await lockName(tx, CODES_LOCK);
    await refuseOthersCodes(tx, customerId, plain);
    await tx
      .insertInto('pbxNames')
      .values(plain.map((name) => ({ serverId: server.id, customerId, kind, name })))
      .onConflict((oc) => oc.constraint('pbx_names_name_key').doUpdateSet({ customerId }))
      .execute();
    await writeAudit(tx, caller, {
      customerId,
      action: 'update',
      resource: 'endpoint',
      resourceId: String(server.id),
      resourceName: server.name,
      before: null,
      after: { names: { kind, names: plain, customer: customer.name } },
    });
  });

export const removeName = (db: Db, caller: Caller, server: NamedServer, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('pbxNames')
      .where('id', '=', id)
      .where('serverId', '=', server.id)
      .returning(['kind', 'name', 'customerId'])
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('not-found');
    await writeAudit(tx, caller, {
      customerId: row.customerId,
      action: 'update',
      resource: 'endpoint',
      resourceId: String(server.id),
      resourceName: server.name,
      before: { names: { kind: row.kind, names: [row.name] } },
      after: null,
    });
  });
