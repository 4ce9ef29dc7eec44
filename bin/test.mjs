#!/usr/bin/env node
// `npm test`, the first command in a fresh clone: the checks, every test that needs no root and no Debian package, and
// the journeys in a browser where a Chromium is found. Ends with one plain line of counts.
//   --no-browser    leaves the journeys out
//   --server-only   the server's suite alone; with TEST_DATABASE_URL only its tests that use a database, on that PostgreSQL
import { checkSteps } from './check-steps.mjs';
import { databaseTests } from './database-tests.mjs';
import { findChromium } from './find-chromium.mjs';
import { add, closing, none, runSteps, runVitest } from './run-steps.mjs';
import { buildWeb, install, pinnedNode } from './set-up.mjs';

const args = process.argv.slice(2);
let counts = none;

const suite = async (node, name, projects, { env = {}, files = [] } = {}) => {
  console.log(`\n──── ${name}`);
  const result = await runVitest(node, projects, { live: true, env, args: files });
  counts = add(counts, result.counts);
};

const journeys = async (node) => {
  if (args.includes('--no-browser')) return;
  const chromium = findChromium();
  if (chromium !== null) return suite(node, 'browser journeys', ['browser'], { env: { RINGSIDE_CHROMIUM: chromium } });
  console.log('\n──── browser journeys: left out, no Chromium (install one, or set RINGSIDE_CHROMIUM to its path)');
  counts = add(counts, { ...none, skipped: 1 });
};

await install();
const node = pinnedNode();
if (args.includes('--server-only')) {
  await suite(node, 'server', ['server'], { files: process.env.TEST_DATABASE_URL ? databaseTests() : [] });
} else {
  const build = {
    name: 'pages',
    again: 'npm run build',
    work: async () => ({ code: (await buildWeb(node)) ? 0 : 1, output: '' }),
  };
  counts = await runSteps([build, ...checkSteps(node)]);
  await suite(node, 'unit and integration tests', ['core', 'web', 'rules', 'server']);
  await journeys(node);
}
console.log('');
console.log(closing(counts));
process.exit(counts.failed > 0 ? 1 : 0);
