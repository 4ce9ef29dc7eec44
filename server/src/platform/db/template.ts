// Caches prepared data folders in `node_modules/.cache`. Creating an empty Postgres data folder takes seconds, unpacking a cached one takes
// a fraction. Without a cache everything still works, but more slowly.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPglite } from './pglite/pglite-process.ts';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/ringside/', import.meta.url));

const engineVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: { version: string } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));
  return manifest.version;
};

/** Returns the path of the template for this content. */
export const templatePath = (content: string): string =>
  join(CACHE, `pglite-${engineVersion()}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.tar`);

/** Creates the template folder. Returns false if that fails. */
const makeCache = (): boolean => {
  try {
    mkdirSync(CACHE, { recursive: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the path of a template for a new data folder, created if missing. Returns `null` if the data folder exists or no template can be
 * created.
 */
export const bareTemplate = async (dataDir: string): Promise<string | null> => {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return null;
  const path = templatePath('bare');
  if (existsSync(path)) return path;
  if (!makeCache()) return null;
  try {
    const engine = await startPglite({ dataDir: null, template: null });
    await engine.ask({ kind: 'save-template', path });
    await engine.close();
    return path;
  } catch {
    return null;
  }
};
