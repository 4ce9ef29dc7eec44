// Finds the server's test files that use the database of TEST_DATABASE_URL, directly or through other modules. The run on PostgreSQL needs
// only these: the others do the same with every database.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './set-up.mjs';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;
const CORE = '@ringside/core/';

const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));

/** Returns the paths from the root, sorted. */
export const databaseTests = () => {
  const texts = new Map();
  const read = (file) => {
    if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'));
    return texts.get(file);
  };
  const importsOf = (file) =>
    [...read(file).matchAll(IMPORT)].flatMap(([, name]) => {
      const path = name.startsWith('.')
        ? join(dirname(file), name)
        : name.startsWith(CORE)
          ? join(root, 'core/src', name.slice(CORE.length))
          : null;
      return path !== null && existsSync(path) ? [path] : [];
    });
  const usesDatabase = (test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      if (read(file).includes('TEST_DATABASE_URL')) return true;
      for (const path of importsOf(file)) seen.add(path);
    }
    return false;
  };
  return [...testsIn('server/src'), ...testsIn('tools')]
    .filter(usesDatabase)
    .map((file) => relative(root, file))
    .sort();
};
