// Checks the data folder before anything is written: it must be usable, and hold a complete database or none.
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@ringside/core/base/error-code.ts';

export class DataFolderUnusable extends Error {}

/** Creates the folder if it is missing. Throws DataFolderUnusable if this user cannot write to it. */
export const prepareDataFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const message = error instanceof Error ? error.message : String(error);
    const why =
      {
        EACCES: 'permission denied',
        EPERM: 'permission denied',
        EROFS: 'read-only file system',
        ENOTDIR: 'not a folder',
        EEXIST: 'not a folder',
        ENOSPC: 'the disk is full',
      }[code ?? ''] ?? message;
    throw new DataFolderUnusable(
      `Cannot write to the data folder ${folder}: ${why}. Set RINGSIDE_DATA to a folder that this user can write to. With PostgreSQL too, the folder holds secret.key (unless RINGSIDE_SECRET_KEY is set) and files that are being imported.`,
      { cause: error },
    );
  }
};

/** Exists while a new database is being created. If it exists at start, the incomplete database may be deleted. */
const marker = (folder: string): string => join(folder, 'db.making');

const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'];

/**
 * Checks the embedded database's folder. Throws DataFolderUnusable if parts of a database are missing, because the engine would create an
 * empty database over it.
 */
export const checkEmbedded = (folder: string): { readonly dataDir: string; made(): void } => {
  const dataDir = join(folder, 'db');
  if (existsSync(marker(folder))) rmSync(dataDir, { recursive: true, force: true });
  const isNew = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  const missing = isNew ? [] : PARTS.filter((part) => !existsSync(join(dataDir, part)));
  if (missing.length > 0) {
    throw new DataFolderUnusable(
      `The database in ${dataDir} is damaged: ${missing.join(', ')} missing. Nothing was changed. Restore the folder from a backup, or choose another RINGSIDE_DATA.`,
    );
  }
  if (isNew) writeFileSync(marker(folder), '', { mode: 0o600 });
  return { dataDir, made: () => rmSync(marker(folder), { force: true }) };
};
