import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from './package-version.ts';

/**
 * Returns the version with a hash of the built page. The page's files have hashes in their names, so the page differs when any file
 * differs.
 */
export const buildOf = (webFolder: string): string => {
  let page = '';
  try {
    page = readFileSync(join(webFolder, 'index.html'), 'utf8');
  } catch {
    // The page is not built. Hash an empty text.
  }
  return `${packageVersion()}-${createHash('sha256').update(page).digest('hex').slice(0, 12)}`;
};
