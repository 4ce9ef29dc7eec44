// A saved database with every migration done: unpacking it takes a fraction of running them all again for each test.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openInMemory } from '../connect.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { bareTemplate, pruneTemplates, templatePath } from '../template.ts';
import './keep-compiled.ts';

const checksums = (): string =>
  readMigrations()
    .map((m) => m.checksum)
    .join();

/** Made if missing; null where it cannot be kept. */
export const migratedTemplate = async (): Promise<string | null> => {
  const path = templatePath(checksums());
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

/** Lays the migrated database into a new data folder. Where that cannot be, its console makes one itself. */
export const layDatabase = async (dataFolder: string): Promise<void> => {
  const template = await migratedTemplate();
  if (template === null) return;
  const folder = join(dataFolder, 'db');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Postgres refuses a folder that others may read.
  await promisify(execFile)('tar', ['-xf', template, '-C', folder]);
};
