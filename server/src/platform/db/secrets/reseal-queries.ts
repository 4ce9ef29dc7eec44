// Encrypts every stored secret again in one transaction: all under the new key, or none.
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { PROOF_BOUND } from './secret-key.ts';
import type { Secrets } from './secrets.ts';

interface SealedColumn {
  readonly table: string;
  /** The column with the ID to which the secret is bound. */
  readonly key: string;
  readonly column: string;
  bound(id: string): string;
}

export const SEALED: readonly SealedColumn[] = [
  { table: 'secret_key_proof', key: 'sealed', column: 'sealed', bound: () => PROOF_BOUND },
  { table: 'endpoints', key: 'id', column: 'ami_secret', bound: () => 'endpoint.ami-secret' },
  { table: 'provisioning', key: 'server_id', column: 'secret', bound: (id) => `provisioning.secret:${id}` },
  { table: 'provisioning_runs', key: 'id', column: 'files', bound: (id) => `provisioning.files:${id}` },
  { table: 'recording_sources', key: 'server_id', column: 'secret', bound: (id) => `recording-source.secret ${id}` },
  { table: 'trunks', key: 'id', column: 'secret', bound: (id) => `trunk.secret:${id}` },
  { table: 'subscribers', key: 'id', column: 'secret', bound: (id) => `subscriber.secret:${id}` },
  { table: 'subscribers', key: 'id', column: 'voicemail_pin', bound: (id) => `subscriber.voicemailPin:${id}` },
  { table: 'two_factor', key: 'user_id', column: 'seed', bound: (id) => `two-factor:${id}` },
];

const isSealed = (text: unknown): text is string => typeof text === 'string' && text.startsWith('v1:');

type Reseal = (sealed: string, bound: string) => string;

const resealColumn = async (tx: Db, { table, key, column, bound }: SealedColumn, reseal: Reseal): Promise<number> => {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${sql.ref(key)}::text as id, ${sql.ref(column)}::text as sealed from ${sql.table(table)}
    where ${sql.ref(column)}::text like 'v1:%'`.execute(tx);
  for (const { id, sealed } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${reseal(sealed, bound(id))}
      where ${sql.ref(key)}::text = ${id}`.execute(tx);
  return rows.length;
};

/** Stored copies of deleted rows must also open with the new key after a restore. */
const resealKept = async (tx: Db, table: string, key: string, reseal: Reseal): Promise<number> => {
  const { rows } = await sql<{ id: string; tableName: string; body: Record<string, unknown> }>`
    select ${sql.ref(key)}::text as id, table_name, body from ${sql.table(table)}
    where body::text like '%"v1:%'`.execute(tx);
  let changed = 0;
  for (const { id, tableName, body } of rows) {
    const after = { ...body };
    for (const { column, key: of, bound } of SEALED.filter((s) => s.table === tableName)) {
      const sealed = after[column];
      if (!isSealed(sealed)) continue;
      after[column] = reseal(sealed, bound(String(after[of])));
      changed += 1;
    }
    await sql`update ${sql.table(table)} set body = ${JSON.stringify(after)}::jsonb where ${sql.ref(key)}::text = ${id}`.execute(
      tx,
    );
  }
  return changed;
};

interface Resealed {
  readonly secrets: number;
  /** Number of revoked wallboard links, which were signed with the old key. */
  readonly links: number;
}

/** Encrypts e-mails that wait in the outbox again. Each is bound to its key. */
const resealLetters = async (tx: Db, reseal: Reseal): Promise<number> => {
  const { rows } = await sql<{ id: string; key: string; sealed: string }>`
    select id::text, key, payload ->> 'sealed' as sealed from outbox
    where topic = 'mail' and payload ->> 'sealed' like 'v1:%'`.execute(tx);
  for (const { id, key, sealed } of rows)
    await sql`update outbox set payload = jsonb_build_object('sealed', ${reseal(sealed, `mail:${key}`)}::text)
      where id = ${id}::bigint`.execute(tx);
  return rows.length;
};

/** Decrypts stored values with `from` and encrypts them with `to`. */
export const resealAll = (db: Db, from: Secrets, to: Secrets, now: Date): Promise<Resealed> =>
  db.transaction().execute(async (tx) => {
    const reseal: Reseal = (sealed, bound) => to.seal(from.open(sealed, bound), bound);
    let secrets = 0;
    for (const column of SEALED) secrets += await resealColumn(tx, column, reseal);
    secrets += await resealKept(tx, 'deleted_rows', 'id', reseal);
    secrets += await resealKept(tx, 'deleted_parts', 'position', reseal);
    secrets += await resealLetters(tx, reseal);
    // Stored answers of repeated requests last one day, so they are deleted instead.
    await sql`delete from idempotency_keys`.execute(tx);
    const { rows } = await sql`update wallboard_links set revoked_at = ${now}
      where revoked_at is null and expires_at > ${now} returning id`.execute(tx);
    return { secrets, links: rows.length };
  });
