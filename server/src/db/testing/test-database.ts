// A migrated, empty database for one test file: in memory from a saved folder, or with TEST_DATABASE_URL a schema of its
// own in a real PostgreSQL.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openDb, openInMemory } from '../connect.ts';
import type { Db } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { migratedTemplate } from './migrated-template.ts';

export interface TestDb {
  readonly db: Db;
  close(): Promise<void>;
}

const openInPostgres = async (databaseUrl: string): Promise<TestDb> => {
  const databaseSchema = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const opened = await openDb({ dataFolder: '', databaseUrl, databaseSchema });
  await migrate(opened.db);
  return {
    db: opened.db,
    close: async () => {
      await sql`drop schema ${sql.id(databaseSchema)} cascade`.execute(opened.db);
      await opened.close();
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
