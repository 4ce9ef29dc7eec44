// Making an empty Postgres data folder takes seconds, unpacking a saved one a fraction. The saved ones live in the cache
// of node_modules; without a place to keep them everything works, only slower.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPglite } from './pglite-process.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/ringside/', import.meta.url));

const engineVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
};

/** Where a template of this content would be. */
export const templatePath = (content: string): string =>
  join(CACHE, `pglite-${engineVersion()}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.tar`);

/** The folder for templates, or null where it cannot be made. */
const makeCache = (): boolean => {
  try {
    mkdirSync(CACHE, { recursive: true });
    return true;
  } catch {
    return false;
  }
};

const KEEP_DAYS = 3;

/** Templates of other versions and migrations go once nobody has used them for a while: each is as big as a database. */
export const pruneTemplates = (current: string): void => {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    const old = Date.now() - statSync(path).mtimeMs > KEEP_DAYS * 86_400_000;
    if (path !== current && old && path !== templatePath('bare')) rmSync(path, { force: true });
  }
};

/** A template of an empty database for a data folder that does not exist yet, made if missing; null when it is of no use. */
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
