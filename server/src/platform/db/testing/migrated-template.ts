// Caches a fully migrated database. Unpacking it takes a fraction of the time of running all migrations for each test.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openInMemory } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { bareTemplate, templatePath } from '../template.ts';
import './keep-compiled.ts';
import { schemaChecksum } from './schema-checksum.ts';

const KEEP_DAYS = 3;

/** Deletes templates of other versions that are older than KEEP_DAYS. Each is as large as a database. */
const pruneTemplates = (current: string): void => {
  const bare = templatePath('bare');
  const folder = dirname(bare);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const old = Date.now() - statSync(path).mtimeMs > KEEP_DAYS * 86_400_000;
    if (path !== current && old && path !== bare) rmSync(path, { force: true });
  }
};

/** Returns the path of the template, created if missing. Returns `null` if it cannot be stored. */
export const migratedTemplate = async (): Promise<string | null> => {
  const path = templatePath(schemaChecksum());
  if (existsSync(path)) return path;
  const { db, engine } = await openInMemory(await bareTemplate(''));
  try {
    await migrate(db);
    await engine.ask({ kind: 'save-template', path });
    pruneTemplates(path);
    return path;
  } catch {
    return null;
  } finally {
    await db.destroy();
  }
};

/** Unpacks the migrated database into a new data folder. Does nothing if there is no template: the console then creates the database. */
export const layDatabase = async (dataFolder: string): Promise<void> => {
  const template = await migratedTemplate();
  if (template === null) return;
  const folder = join(dataFolder, 'db');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Postgres rejects a data folder that other users can read.
  await promisify(execFile)('tar', ['-xf', template, '-C', folder]);
};
