// The steps of `npm run check`, shared with `npm test`: format, lint, walls, types, the API's description, the lock file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';
import { run } from './run-steps.mjs';

const module = (path) => join(root, 'node_modules', path);

/**
 * `npm ci` refuses a lock file that lost an optional dependency, which `npm install` does silently when a registry has
 * not yet every platform's package. Returns what is missing.
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

/** The description of the API on disk must be the one that the routes give. */
const openapiStep = (node) => async () => {
  const generator = join(root, 'server/src/http/openapi.ts');
  if (!existsSync(generator)) return { code: 0, output: 'no generator yet' };
  const { code, output } = await run(node, [generator]);
  if (code !== 0) return { code, output };
  const onDisk = existsSync(join(root, 'openapi.json')) ? readFileSync(join(root, 'openapi.json'), 'utf8') : '';
  const same = output.trim() === onDisk.trim();
  return {
    code: same ? 0 : 1,
    output: 'openapi.json differs from the routes: node server/src/http/openapi.ts > openapi.json',
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
    name: 'walls',
    again: 'npx depcruise core server web tools',
    work: () =>
      run(node, [
        module('dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
        ...['core', 'server', 'web', 'tools', 'e2e', 'bench'],
      ]),
  },
  { name: 'API description', again: 'npm run check', work: openapiStep(node) },
  { name: 'lock file', again: 'npm run check', work: lockStep },
];
