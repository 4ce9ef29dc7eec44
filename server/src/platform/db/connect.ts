// Opens the configured database: PostgreSQL or the embedded database in the data folder.
import { CamelCasePlugin, sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ConsoleLock } from './postgres/console-lock.ts';
import { checkEmbedded, prepareDataFolder } from './data-folder.ts';
import { takeLock } from './data-lock.ts';
import type { DataLock } from './data-lock.ts';
import { createGuard } from './database-guard.ts';
import type { DatabaseGuard } from './database-guard.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { createPgliteDialect } from './pglite/pglite-dialect.ts';
import { createDiskSpace } from './disk-space.ts';
import type { DiskSpace } from './disk-space.ts';
import { superviseEngine } from './pglite/pglite-supervisor.ts';
import { startPglite } from './pglite/pglite-process.ts';
import type { PgliteProcess } from './pglite/pglite-process.ts';
import type { Schema } from './schema.ts';
import { DATABASE_CONNECTIONS } from '../config/config.ts';
import { bareTemplate } from './template.ts';
import { openHandles } from './row-security.ts';

export type Db = Kysely<Schema>;

export interface OpenDb {
  readonly db: Db;
  readonly engine: 'embedded' | 'postgres';
  /** Lock of the data folder. `null` with PostgreSQL. */
  readonly lock: DataLock | null;
  /** Lock of the PostgreSQL database. `null` with the embedded database and for commands. */
  readonly consoleLock: ConsoleLock | null;
  readonly guard: DatabaseGuard;
  /** False if the embedded database should sync to disk at each commit but does not. The console then warns at start. */
  readonly durable: boolean;
  /** Cancels the statements of aborted requests that still run. */
  cancelAborted(): Promise<void>;
  close(): Promise<void>;
}

interface DbSettings {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseSchema: string | null;
  /** Size of the PostgreSQL connection pool. */
  readonly databaseConnections?: number;
  /** False: the embedded database does not sync commits to the disk, for a folder that is thrown away. */
  readonly durable?: boolean;
}

const plugins = () => [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/**
 * Runs checkpoints and vacuum on a timer. The embedded PostgreSQL has no background processes that trim the write-ahead log or remove dead
 * rows.
 */
const startUpkeep = (db: Db, disk: DiskSpace): (() => void) => {
  const every = (minutes: number, statement: string): NodeJS.Timeout =>
    setInterval(() => {
      if (disk.isFull()) return;
      sql
        .raw(statement)
        .execute(db)
        .catch(() => undefined);
    }, minutes * 60_000).unref();
  const timers = [every(5, 'checkpoint'), every(60 * 6, 'vacuum analyze')];
  return () => timers.forEach(clearInterval);
};

const LOOK_MS = 500;

/** Reports whether the disk is full, and starts a `read-only` outage as soon as it is, even before a statement fails. */
const diskReport = (disk: DiskSpace, guard: DatabaseGuard, folder: string) => (): boolean => {
  const full = disk.isFull();
  if (full) guard.begin('read-only', new Error(`${disk.freeMegabytes()} MB free in ${folder}`));
  else if (guard.outage() === 'read-only') guard.end();
  return full;
};

/** Returns whether a commit synced a file. If not, the patch of `pglite-worker.ts` no longer fits the engine. */
const probeDurability = async (engine: PgliteProcess): Promise<boolean> => {
  const count = async () => Number((await engine.ask({ kind: 'syncs' })).rows[0]?.['syncs']);
  const before = await count();
  await engine.ask({
    kind: 'script',
    sql: 'create table if not exists durability_probe (at timestamptz); truncate durability_probe; insert into durability_probe values (now());',
  });
  return (await count()) > before;
};

const openEmbedded = async ({ dataFolder, durable: wanted = true }: DbSettings): Promise<OpenDb> => {
  prepareDataFolder(dataFolder);
  const lock = await takeLock(dataFolder);
  try {
    const { dataDir, made } = checkEmbedded(dataFolder);
    const template = await bareTemplate(dataDir);
    const disk = createDiskSpace(dataFolder);
    const engine = await superviseEngine(() => startPglite({ dataDir, template, durable: wanted }), disk);
    made();
    const durable = !wanted || (await probeDurability(engine));
    const guard = createGuard(() => engine.ask({ kind: 'query', sql: 'select 1', parameters: [] }));
    const look = diskReport(disk, guard, dataFolder);
    const state = { generation: engine.generation, isReadOnly: look };
    const db = openHandles(guard.dialect(createPgliteDialect(engine, state)), plugins);
    const stopUpkeep = startUpkeep(db, disk);
    const watching = setInterval(look, LOOK_MS).unref();
    return {
      db,
      engine: 'embedded',
      lock,
      consoleLock: null,
      guard,
      durable,
      // A statement of the embedded database cannot be canceled.
      cancelAborted: async () => undefined,
      close: async () => {
        stopUpkeep();
        clearInterval(watching);
        if (!disk.isFull()) await sql`checkpoint`.execute(db).catch(() => undefined);
        guard.stop();
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

/** Opens an in-memory database, optionally from a saved folder. For tests. */
export const openInMemory = async (template: string | null): Promise<{ db: Db; engine: PgliteProcess }> => {
  const engine = await startPglite({ dataDir: null, template });
  return { db: openHandles(createPgliteDialect(engine), plugins), engine };
};

/**
 * Opens the database without running migrations. Throws DataFolderInUse if another process holds the data folder, or DatabaseInUse if
 * another console holds the PostgreSQL database (checked only with `exclusive`, for consoles).
 */
export const openDb = async (settings: DbSettings, exclusive = false): Promise<OpenDb> => {
  const { databaseUrl, databaseSchema: schema, databaseConnections: connections = DATABASE_CONNECTIONS } = settings;
  if (databaseUrl === null) return openEmbedded(settings);
  const opened = await openPostgres({ databaseUrl, schema, connections, exclusive }, plugins);
  return { ...opened, engine: 'postgres', lock: null, durable: true };
};
