// Opens a migrated, empty database for one test file: in memory from a template, or in a real PostgreSQL if TEST_DATABASE_URL is set.
import { openDb, openInMemory } from '../connect.ts';
import type { Db } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { bareTemplate } from '../template.ts';
import { migratedTemplate } from './migrated-template.ts';
import { copyMigrated, makeEmpty } from './postgres-copy.ts';
import type { PostgresCopy } from './postgres-copy.ts';

export interface TestDb {
  readonly db: Db;
  close(): Promise<void>;
}

const openInPostgres = async (copy: PostgresCopy): Promise<TestDb> => {
  const opened = await openDb({ dataFolder: '', databaseUrl: copy.url, databaseSchema: null });
  return {
    db: opened.db,
    close: async () => {
      await opened.close();
      await copy.drop();
    },
  };
};

const openMigratedInMemory = async (): Promise<TestDb> => {
  const template = await migratedTemplate();
  const { db } = await openInMemory(template);
  // Without a cache folder, each test file runs the migrations.
  if (template === null) await migrate(db);
  return { db, close: () => db.destroy() };
};

const serverUrl = (): string | null => process.env['TEST_DATABASE_URL'] || null;

export const openTestDb = async (): Promise<TestDb> => {
  const url = serverUrl();
  return url === null ? openMigratedInMemory() : openInPostgres(await copyMigrated(url));
};

/** Opens a database without tables. */
export const openEmptyDb = async (): Promise<TestDb> => {
  const url = serverUrl();
  if (url !== null) return openInPostgres(await makeEmpty(url));
  const { db } = await openInMemory(await bareTemplate(''));
  return { db, close: () => db.destroy() };
};
