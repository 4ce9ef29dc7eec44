// A migrated, empty database for one test file: in memory from a saved folder, or with TEST_DATABASE_URL a schema of its
// own in a real PostgreSQL.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { openDb, openInMemory } from '../connect.ts';
import type { Db } from '../connect.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { bareTemplate, pruneTemplates, templatePath } from '../template.ts';

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
  const path = templatePath(
    readMigrations()
      .map((m) => m.checksum)
      .join(),
  );
  if (existsSync(path)) {
    const { db } = await openInMemory(path);
    return { db, close: () => db.destroy() };
  }
  const { db, engine } = await openInMemory(await bareTemplate(''));
  await migrate(db);
  // Best effort: without it the next file migrates again.
  await engine
    .ask({ kind: 'save-template', path })
    .then(() => pruneTemplates(path))
    .catch(() => undefined);
  return { db, close: () => db.destroy() };
};

export const openTestDb = (): Promise<TestDb> => {
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined || url === '' ? openMigratedInMemory() : openInPostgres(url);
};
