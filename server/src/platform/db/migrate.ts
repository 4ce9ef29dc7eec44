// Migrates a database to the schema of this version in one transaction, so that the schema is either old or new.
// 1. An empty database runs the baseline (`schema/`), which replaces all migrations of `legacy/`. A database from before the baseline, or
// with an earlier text of it, runs the legacy migrations that it lacks, which produces the same schema. Afterwards all databases have the
// same rows in the table `migrations`.
// 2. Every database runs the migrations of `migrations/` that it lacks.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { commentsOf, readBaseline } from './baseline.ts';
import { SCRIPT_MARK } from './pglite/pglite-dialect.ts';
import type { Schema } from './schema.ts';
import { addRowPolicies } from './row-security.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The files that define the schema of this version. */
export interface SchemaSource {
  /** `null`: the version predates the baseline. For tests of upgrades. */
  readonly baseline: Migration | null;
  /** Migrations whose result the baseline contains. */
  readonly legacy: readonly Migration[];
  /** Migrations after the baseline. */
  readonly migrations: readonly Migration[];
}

/** The database does not fit this version. */
export class MigrationRefused extends Error {}

/** The numbers of migrations start at 1. */
const BASELINE_NUMBER = 0;
/** An arbitrary constant that only this console uses. */
const LOCK_KEY = 728_193_455;

const migrationOf = (number: number, name: string, text: string): Migration => ({
  number,
  name,
  text,
  checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'),
});

const readFolder = (folder: URL): readonly Migration[] => {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const match = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file);
    if (match === null) throw new Error(`Migration ${file} must be named NNN-name.sql`);
    return migrationOf(Number(match[1]), match[2] ?? '', readFileSync(new URL(file, folder), 'utf8'));
  });
};

export const readSchemaSource = (): SchemaSource => {
  const legacy = readFolder(new URL('./legacy/', import.meta.url));
  const baseline = migrationOf(BASELINE_NUMBER, 'baseline', readBaseline());
  const migrations = readFolder(new URL('./migrations/', import.meta.url));
  const all = [...legacy, ...migrations];
  all.forEach(({ number }, index) => {
    const next = all[index + 1]?.number ?? Infinity;
    if (next <= number) throw new Error(`Migration ${next} must have a number above ${number}`);
  });
  return { baseline, legacy, migrations };
};

type Done = Pick<Migration, 'number' | 'name' | 'checksum'>;

/**
 * Throws MigrationRefused if the database is newer or a migration was edited. The text of the baseline and of legacy migrations may change
 * (comments), but not their schema, which tests compare.
 */
const refuseUnfit = (source: SchemaSource, done: readonly Done[]): void => {
  const ours = new Map(source.migrations.map((migration) => [migration.number, migration]));
  const before = new Set([...source.legacy, ...(source.baseline ? [source.baseline] : [])].map(({ number }) => number));
  for (const row of done) {
    const migration = ours.get(row.number);
    if (migration === undefined && !before.has(row.number)) {
      throw new MigrationRefused(
        `The database has migration ${row.number} (${row.name}) that this version does not know: use a newer version`,
      );
    }
    if (migration !== undefined && migration.checksum !== row.checksum)
      throw new MigrationRefused(`Migration ${row.number} (${row.name}) was changed after it ran`);
  }
};

const keep = ({ number, name, checksum }: Migration) =>
  sql`insert into migrations (number, name, checksum) values (${number}, ${name}, ${checksum})
    on conflict (number) do update set checksum = excluded.checksum`;

/** Returns the migrations to run on a database that has already run `done`. */
const missingFrom = (source: SchemaSource, done: readonly Done[]): readonly Migration[] => {
  const { baseline, legacy, migrations } = source;
  const ran = new Map(done.map((row) => [row.number, row.checksum]));
  const lacks = ({ number }: Migration): boolean => !ran.has(number);
  const after = migrations.filter(lacks);
  if (baseline !== null && done.length === 0) return [baseline, ...after];
  const before = legacy.filter(lacks);
  if (baseline === null || ran.get(baseline.number) === baseline.checksum) return [...before, ...after];
  // The legacy migrations created the schema, so only the comments are new. Skip them if later migrations ran, because those may have
  // dropped commented columns.
  const text = after.length === migrations.length ? commentsOf(baseline.text) : '';
  return [...before, { ...baseline, text }, ...after];
};

/** Runs the missing migrations and returns their numbers. Throws if the database is newer or an old migration was edited. */
export const migrate = async (
  db: Kysely<Schema>,
  source: SchemaSource = readSchemaSource(),
): Promise<readonly number[]> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(tx);
    // oxlint-disable-next-line ringside/console-clock -- console_now() does not exist yet
    await sql`create table if not exists migrations (
      number integer primary key, name text not null, checksum text not null, ran_at timestamptz not null default now())`.execute(
      tx,
    );
    const done = await sql<Done>`select number, name, checksum from migrations order by number`.execute(tx);
    refuseUnfit(source, done.rows);
    const missing = missingFrom(source, done.rows);
    for (const migration of missing) {
      await sql.raw(SCRIPT_MARK + migration.text).execute(tx);
      await keep(migration).execute(tx);
    }
    if (done.rows.length === 0 && source.baseline !== null)
      for (const migration of source.legacy) await keep(migration).execute(tx);
    if (missing.length > 0) await addRowPolicies(tx);
    return missing.map(({ number }) => number);
  });

/** Returns whether the database has the schema of this version. */
export const isMigrated = async (db: Kysely<Schema>): Promise<boolean> => {
  const done = await sql<Done>`select number, name, checksum from migrations`.execute(db).catch(() => null);
  if (done === null) return false;
  const ran = new Set(done.rows.map(({ number }) => number));
  // A changed comment in the baseline changes its checksum, so only the numbers are compared.
  return missingFrom(readSchemaSource(), done.rows).every(({ number }) => ran.has(number));
};
