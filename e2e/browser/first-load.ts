// Determines the scripts that a browser loads before any page's own chunk (the entry and its static imports), optionally with those of a
// page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/**
 * Returns the scripts of the document and their static imports with their gzip size, largest first. `page` adds those of a page such as
 * `CustomersPage`.
 */
export const firstLoad = (page?: string): readonly { readonly file: string; readonly bytes: number }[] => {
  const html = readFileSync(`${DIST}index.html`, 'utf8');
  const found = new Set([...html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map((m) => m[1] ?? ''));
  const own = readdirSync(`${DIST}assets`).filter((file) => file.endsWith('.js') && file.startsWith(`${page}-`));
  for (const file of own) found.add(`assets/${file}`);
  for (const file of found) {
    const code = existsSync(DIST + file) ? readFileSync(DIST + file, 'utf8') : '';
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    for (const m of code.matchAll(/(?:^|[;}\s])import\s*(?:[\w*{}\s,$]+from\s*)?"\.\/([^"]+\.js)"/g))
      found.add(folder + m[1]);
  }
  return [...found]
    .filter((file) => existsSync(DIST + file))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(DIST + file)).length }))
    .sort((a, b) => b.bytes - a.bytes);
};
