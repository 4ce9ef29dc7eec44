// Steps of `npm run check`, also used by `npm test`: format, lint, rules, types, contract.lock, generated files, banned words, commit
// subjects, the lock file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { subjectsStep, wordsStep } from './check-words.mjs';
import { root } from './set-up.mjs';
import { run } from './run-steps.mjs';

const module = (path) => join(root, 'node_modules', path);

/**
 * Returns the optional dependencies that the lock file lacks. `npm ci` rejects such a lock file, but `npm install` silently creates one
 * while a registry lacks the package of a platform.
 */
export const missingFromLock = (lock) => {
  const have = new Set(Object.keys(lock.packages).map((key) => key.replace(/^.*node_modules\//, '')));
  return Object.entries(lock.packages).flatMap(([key, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !have.has(name))
      .map(
        (name) =>
          `${key || 'package.json'}: ${name} is missing from package-lock.json: pin a version whose platform packages all exist`,
      ),
  );
};

const lockStep = async () => {
  const missing = missingFromLock(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return { code: missing.length === 0 ? 0 : 1, output: missing.join('\n') };
};

/** Detects changes of a route, its permission, input or output that are not in contract.lock. */
const contractStep = (node) => async () => {
  const { code, output } = await run(node, [join(root, 'server/src/platform/http/openapi/contract-lock.ts')]);
  if (code !== 0) return { code, output };
  const same = output === readFileSync(join(root, 'contract.lock'), 'utf8');
  return {
    code: same ? 0 : 1,
    output:
      'contract.lock differs from the routes: node server/src/platform/http/openapi/contract-lock.ts > contract.lock',
  };
};

const tsc = (node, project) => ({
  name: `types ${project}`,
  again: `node_modules/.bin/node node_modules/typescript-native/bin/tsc -p ${project}`,
  work: () => run(node, [module('typescript-native/bin/tsc'), '--pretty', 'false', '-p', project]),
});

export const checkSteps = (node) => [
  {
    name: 'format',
    again: 'npx prettier --check . (npm run format mends it)',
    work: () => run(node, [module('prettier/bin/prettier.cjs'), '--check', '--cache', '--log-level', 'warn', '.']),
  },
  tsc(node, 'core'),
  tsc(node, 'core/tsconfig.test.json'),
  tsc(node, 'server'),
  tsc(node, 'e2e'),
  tsc(node, 'web'),
  {
    name: 'lint',
    again: 'npx oxlint --type-aware',
    work: () => run(node, [module('oxlint/bin/oxlint'), '--type-aware', '-f', 'unix']),
  },
  {
    name: 'rules',
    again: 'npx depcruise core server web tools',
    work: () =>
      run(node, [
        module('dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
        ...['core', 'server', 'web', 'tools', 'e2e', 'bench'],
      ]),
  },
  { name: 'contract.lock', again: 'npm run check', work: contractStep(node) },
  {
    name: 'row types',
    again: 'node server/src/platform/db/testing/make-table-types.ts (writes them)',
    work: () => run(node, [join(root, 'server/src/platform/db/testing/make-table-types.ts'), '--check']),
  },
  {
    name: 'reference pages',
    again: 'node bin/make-reference.mjs (writes them)',
    work: () => run(node, [join(root, 'bin/make-reference.mjs'), '--check']),
  },
  { name: 'words', again: 'npm run check', work: wordsStep },
  { name: 'commit subjects', again: 'git log --format=%s', work: subjectsStep },
  { name: 'lock file', again: 'npm run check', work: lockStep },
];
