// Checks that the secret key belongs to the database. A different or new key could not decrypt any stored secret.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { Secrets } from './secrets.ts';

export class SecretKeyRefused extends Error {}

interface Settings {
  readonly secretKey: string | null;
  readonly dataFolder: string;
}

export const PROOF_BOUND = 'secret-key.proof';
/** A sealed column that installations from before the proof have. */
const OLDER = { table: 'endpoints', column: 'ami_secret', bound: 'endpoint.ami-secret' };

const exists = async (db: Db, table: string): Promise<boolean> => {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table})::text as found`.execute(db);
  return (rows[0]?.found ?? null) !== null;
};

/** Returns a text that the database's key encrypted, or `null` for a new database. */
const sealedSample = async (db: Db): Promise<{ readonly text: string; readonly bound: string } | null> => {
  if (await exists(db, 'secret_key_proof')) {
    const { rows } = await sql<{ sealed: string }>`select sealed from secret_key_proof`.execute(db);
    if (rows[0] !== undefined) return { text: rows[0].sealed, bound: PROOF_BOUND };
  }
  if (!(await exists(db, OLDER.table))) return null;
  const { rows } = await sql<{ sealed: string }>`
    select ${sql.ref(OLDER.column)} as sealed from ${sql.table(OLDER.table)}
    where ${sql.ref(OLDER.column)} <> '' limit 1`.execute(db);
  return rows[0] === undefined ? null : { text: rows[0].sealed, bound: OLDER.bound };
};

const opens = (secrets: Secrets, sample: { readonly text: string; readonly bound: string }): boolean => {
  try {
    secrets.open(sample.text, sample.bound);
    return true;
  } catch {
    return false;
  }
};

/** Returns the source of the key, for messages. */
const sourceOf = ({ secretKey, dataFolder }: Settings): string =>
  secretKey === null ? join(dataFolder, 'secret.key') : 'RINGSIDE_SECRET_KEY';

/** Checks the key before the database is changed. Throws SecretKeyRefused. */
export const checkSecretKey = async (db: Db, settings: Settings, load: () => Secrets): Promise<void> => {
  const file = join(settings.dataFolder, 'secret.key');
  const absent = settings.secretKey === null && (!existsSync(file) || readFileSync(file, 'utf8').trim() === '');
  const sample = await sealedSample(db);
  if (sample === null) {
    if (absent && existsSync(file)) {
      throw new SecretKeyRefused(
        `The secret key in ${file} is empty. Nothing was changed. Restore the file from a backup, or delete it to have a new key made.`,
      );
    }
    return;
  }
  if (absent) {
    throw new SecretKeyRefused(
      `The secret key of this database is missing: ${file} does not exist or is empty, and RINGSIDE_SECRET_KEY is not set. Nothing was changed. Restore secret.key from a backup of the data folder.`,
    );
  }
  if (opens(load(), sample)) return;
  throw new SecretKeyRefused(
    `The secret key in ${sourceOf(settings)} is not the one that the stored secrets were encrypted with. Nothing was changed. Restore the key that belongs to this database.`,
  );
};

/** Stores the proof after the migrations, for the check at the next start. */
export const keepProof = async (db: Db, secrets: Secrets): Promise<void> => {
  await sql`insert into secret_key_proof (sealed)
    select ${secrets.seal('ringside', PROOF_BOUND)} where not exists (select from secret_key_proof)
    on conflict do nothing`.execute(db);
};
