// Starts a private PostgreSQL server for a test, and consoles in their own processes. The consoles connect with a role that owns the
// database and is not a superuser, as in production.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { startPostgres } from '../platform/db/testing/postgres-server.ts';
import type { PostgresServer } from '../platform/db/testing/postgres-server.ts';
import { spawnConsole } from './console-process.ts';
import type { ConsoleProcess } from './console-process.ts';

export interface PostgresGround {
  readonly server: PostgresServer;
  /** Creates a database with all tables. Returns its name. */
  makeDatabase(): Promise<string>;
  /** Starts a console with its own data folder. */
  start(database: string, environment?: Readonly<Record<string, string>>): ConsoleProcess;
  /** Kills every console that still runs. */
  killAll(): Promise<void>;
  remove(): void;
}

const OWNER = 'console_owner';

export const layPostgres = async (): Promise<PostgresGround> => {
  const server = await startPostgres();
  await server.sql(`create role ${OWNER} login`);
  await server.sql(`create database migrated owner ${OWNER}`);
  const opened = await openDb({ dataFolder: '', databaseUrl: server.url('migrated', OWNER), databaseSchema: null });
  await migrate(opened.db);
  await opened.close();
  const running: ConsoleProcess[] = [];
  const folders: string[] = [];
  let databases = 0;
  return {
    server,
    makeDatabase: async () => {
      const name = `service_${(databases += 1)}`;
      await server.sql(`create database ${name} template migrated owner ${OWNER}`);
      return name;
    },
    start: (database, environment = {}) => {
      const folder = mkdtempSync(join(tmpdir(), 'ringside-service-'));
      folders.push(folder);
      const made = spawnConsole({
        ...{ RINGSIDE_DATA: folder, DATABASE_URL: server.url(database, OWNER), RINGSIDE_SECRET_KEY: 'k'.repeat(64) },
        ...environment,
      });
      running.push(made);
      return made;
    },
    killAll: async () => {
      for (const each of running.splice(0)) {
        each.kill('SIGKILL');
        await each.exited;
      }
    },
    remove: () => {
      server.remove();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
};
