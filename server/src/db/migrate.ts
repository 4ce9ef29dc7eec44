// Runs `migrations/NNN-name.sql` in order, all that are missing in one transaction: the schema is old or new, never between.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { SCRIPT_MARK } from './pglite-dialect.ts';
import type { Schema } from './schema.ts';
import { raiseWalls } from './wall.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any constant will do; it only has to be ours. */
const LOCK_KEY = 728_193_455;

export const readMigrations = (): readonly Migration[] => {
  const found = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const match = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file);
      if (match === null) throw new Error(`Migration ${file} must be named NNN-name.sql`);
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      return {
        number: Number(match[1]),
        name: match[2] ?? '',
        text,
        checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'),
      };
    });
  found.forEach((migration, index) => {
    if (found[index + 1]?.number === migration.number)
      throw new Error(`Two migrations have number ${migration.number}`);
  });
  return found;
};

/** Numbers of the migrations that ran now. Throws when the database is ahead, or an old migration was edited. */
export const migrate = async (
  db: Kysely<Schema>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly number[]> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(tx);
    await sql`create table if not exists migrations (
      number integer primary key, name text not null, checksum text not null, ran_at timestamptz not null default now())`.execute(
      tx,
    );
    const done = await sql<{ number: number; name: string; checksum: string }>`
      select number, name, checksum from migrations order by number`.execute(tx);
    const known = new Map(migrations.map((m) => [m.number, m]));
    for (const row of done.rows) {
      const ours = known.get(row.number);
      if (ours === undefined) {
        throw new Error(
          `The database has migration ${row.number} (${row.name}) that this version does not know: use a newer version`,
        );
      }
      if (ours.checksum !== row.checksum)
        throw new Error(`Migration ${row.number} (${row.name}) was changed after it ran`);
    }
    const ran = new Set(done.rows.map((row) => row.number));
    const missing = migrations.filter((m) => !ran.has(m.number));
    for (const migration of missing) {
      await sql.raw(SCRIPT_MARK + migration.text).execute(tx);
      await sql`insert into migrations (number, name, checksum)
        values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(tx);
    }
    if (missing.length > 0) await raiseWalls(tx);
    return missing.map((m) => m.number);
  });

/** Whether every migration of this version has run. */
export const isMigrated = async (db: Kysely<Schema>): Promise<boolean> => {
  const done = await sql<{ number: number }>`select number from migrations`.execute(db).catch(() => null);
  if (done === null) return false;
  const ran = new Set(done.rows.map((row) => row.number));
  return readMigrations().every((m) => ran.has(m.number));
};
