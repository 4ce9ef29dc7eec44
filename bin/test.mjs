#!/usr/bin/env node
// `npm test`, the first command in a fresh clone: the checks, every test that needs no root and no Debian package, and
// the journeys in a browser where a Chromium is found. Ends with one plain line of counts.
// `npm test -- --no-browser` leaves the journeys out; TEST_DATABASE_URL runs the server's suite on that PostgreSQL.
import { checkSteps } from './check-steps.mjs';
import { findChromium } from './find-chromium.mjs';
import { add, closing, none, runSteps, runVitest } from './run-steps.mjs';
import { buildWeb, install, pinnedNode } from './set-up.mjs';

const args = process.argv.slice(2);
await install();
const node = pinnedNode();
await buildWeb(node);

let counts = args.includes('--no-check') ? none : await runSteps(checkSteps(node));
const suite = async (name, projects, env = {}) => {
  console.log(`\n──── ${name}`);
  const result = await runVitest(node, projects, { live: true, env });
  counts = add(counts, result.counts);
};

await suite('unit and integration tests', ['core', 'web', 'walls', 'server']);
const chromium = args.includes('--no-browser') ? null : findChromium();
if (chromium === null) {
  console.log(
    '\n──── browser journeys: left out, no Chromium found (install one, or set RINGSIDE_CHROMIUM to its path)',
  );
  counts = add(counts, { ...none, skipped: 1 });
} else {
  await suite('browser journeys', ['browser'], { RINGSIDE_CHROMIUM: chromium });
}

console.log('');
console.log(closing(counts));
process.exit(counts.failed > 0 ? 1 : 0);
