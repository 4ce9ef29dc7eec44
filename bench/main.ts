// Runs the given goals, or all, and prints the results next to the targets.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Result } from './harness.ts';
import { table } from './harness.ts';

const GOALS: Readonly<Record<string, () => Promise<{ measure: () => Promise<Result[]> }>>> = {
  G1: () => import('./goals/g1-parse.ts'),
  G2: () => import('./goals/g2-links.ts'),
  G3: () => import('./goals/g3-live.ts'),
  G4: () => import('./goals/g4-fan-out.ts'),
  G5: () => import('./goals/g5-to-the-browser.ts'),
  G6: () => import('./goals/g6-dashboard.ts'),
  G7: () => import('./goals/g7-reports.ts'),
  G8: () => import('./goals/g8-rating.ts'),
  G9: () => import('./goals/g9-first-load.ts'),
  G10: () => import('./goals/g10-start.ts'),
  G16: () => import('./goals/g16-provisioning.ts'),
  G17: () => import('./goals/g17-growth.ts'),
  LISTS: () => import('./goals/lists.ts'),
  SMOOTH: () => import('./goals/smooth.ts'),
  IMPORT: () => import('./goals/imports.ts'),
  BILLING: () => import('./goals/billing.ts'),
};

const wanted = process.argv.slice(2).map((name) => name.toUpperCase());
const unknown = wanted.filter((name) => !(name in GOALS));
if (unknown.length > 0) {
  console.error(`No such goal: ${unknown.join(', ')}. There are ${Object.keys(GOALS).join(', ')}.`);
  process.exit(1);
}

const results: Result[] = [];
for (const [name, load] of Object.entries(GOALS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n──── ${name}`);
  const { measure } = await load();
  results.push(...(await measure()));
}

const verdict = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : 'no');
console.log('');
console.log(
  table([
    ['goal', 'what', 'reached', 'aim', 'met'],
    ...results.map((r) => [r.goal, r.what, r.reached, r.aim, verdict(r.met)]),
  ]),
);
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
writeFileSync('bench.json', `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
console.log('\nbench.json holds the same for machines.');
process.exit(0);
