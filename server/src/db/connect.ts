// Opens the database that the settings name: PostgreSQL, or the embedded one in the data folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, PostgresDialect, sql } from 'kysely';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { takeLock } from './data-lock.ts';
import type { DataLock } from './data-lock.ts';
import { KeepingClient } from './kept-statements.ts';
import { createPgliteDialect } from './pglite-dialect.ts';
import { startPglite } from './pglite-process.ts';
import type { PgliteProcess } from './pglite-process.ts';
import type { Schema } from './schema.ts';
import { bareTemplate } from './template.ts';
import { openWalled } from './wall.ts';

export type Db = Kysely<Schema>;

export interface OpenDb {
  readonly db: Db;
  readonly engine: 'embedded' | 'postgres';
  /** Of the data folder; null with PostgreSQL. */
  readonly lock: DataLock | null;
  /** False when the embedded database does not reach the disk at each commit (a warning at start). */
  readonly durable: boolean;
  close(): Promise<void>;
}

export interface DbSettings {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseSchema: string | null;
}

const plugins = () => [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

const INT8 = 20;
const DATE = 1082;

const openPostgres = async (databaseUrl: string, schema: string | null): Promise<OpenDb> => {
  if (schema !== null) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
    await client.end();
  }
  const pool = new pg.Pool({
    Client: KeepingClient,
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // Compiling a query takes longer than any of ours runs.
    options: `-c jit=off${schema === null ? '' : ` -c search_path=${schema}`}`,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') => {
        if (id === INT8) return Number;
        if (id === DATE) return (text: string) => text;
        return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id);
      },
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = openWalled(new PostgresDialect({ pool }), plugins);
  await sql`select 1`.execute(db);
  return { db, engine: 'postgres', lock: null, durable: true, close: () => db.destroy() };
};

/** Postgres without its background processes: nobody trims the write-ahead log or clears dead rows but us. */
const startUpkeep = (db: Db): (() => void) => {
  const every = (minutes: number, statement: string): NodeJS.Timeout =>
    setInterval(() => {
      sql
        .raw(statement)
        .execute(db)
        .catch(() => undefined);
    }, minutes * 60_000).unref();
  const timers = [every(5, 'checkpoint'), every(60 * 6, 'vacuum analyze')];
  return () => timers.forEach(clearInterval);
};

/** A commit must have synced a file, or the patch of `pglite-worker.ts` no longer fits the engine. */
const probeDurability = async (engine: PgliteProcess): Promise<boolean> => {
  const count = async () => Number((await engine.ask({ kind: 'syncs' })).rows[0]?.['syncs']);
  const before = await count();
  await engine.ask({
    kind: 'script',
    sql: 'create table if not exists durability_probe (at timestamptz); truncate durability_probe; insert into durability_probe values (now());',
  });
  return (await count()) > before;
};

const openEmbedded = async (dataFolder: string): Promise<OpenDb> => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = takeLock(dataFolder);
  try {
    const dataDir = join(dataFolder, 'db');
    const template = await bareTemplate(dataDir);
    const engine = await startPglite({ dataDir, template });
    const durable = await probeDurability(engine);
    const db = openWalled(createPgliteDialect(engine), plugins);
    const stopUpkeep = startUpkeep(db);
    return {
      db,
      engine: 'embedded',
      lock,
      durable,
      close: async () => {
        stopUpkeep();
        await sql`checkpoint`.execute(db).catch(() => undefined);
        await db.destroy();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

export const isAlive = async (db: Db): Promise<boolean> => {
  await sql`select 1`.execute(db);
  return true;
};

/** In memory, from a saved folder when one is given. For tests. */
export const openInMemory = async (template: string | null): Promise<{ db: Db; engine: PgliteProcess }> => {
  const engine = await startPglite({ dataDir: null, template });
  return { db: openWalled(createPgliteDialect(engine), plugins), engine };
};

/** Throws DataFolderInUse when another process has the data folder open. Migrations are not run here. */
export const openDb = (settings: DbSettings): Promise<OpenDb> =>
  settings.databaseUrl === null
    ? openEmbedded(settings.dataFolder)
    : openPostgres(settings.databaseUrl, settings.databaseSchema);
