// A migrated, empty database for one test file: in memory from a saved folder, or with TEST_DATABASE_URL one of its
// own in a real PostgreSQL.
import { openDb, openInMemory } from '../connect.ts';
import type { Db } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { migratedTemplate } from './migrated-template.ts';
import { copyMigrated } from './postgres-copy.ts';

export interface TestDb {
  readonly db: Db;
  close(): Promise<void>;
}

const openInPostgres = async (server: string): Promise<TestDb> => {
  const copy = await copyMigrated(server);
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
  // Without a place to keep it each file migrates anew.
  if (template === null) await migrate(db);
  return { db, close: () => db.destroy() };
};

export const openTestDb = (): Promise<TestDb> => {
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined || url === '' ? openMigratedInMemory() : openInPostgres(url);
};
