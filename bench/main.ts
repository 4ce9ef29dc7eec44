// Runs the given goals, or all, and prints the results next to the targets.
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Result } from './harness.ts';
import { progress, table } from './harness.ts';

type Goal = { measure: () => Promise<Result[]> };

const GOALS: Readonly<Record<string, () => Promise<Goal>>> = {
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
  G17: () => growth(),
  LISTS: () => import('./goals/lists.ts'),
  SMOOTH: () => import('./goals/smooth.ts'),
  IMPORT: () => import('./goals/imports.ts'),
  BILLING: () => import('./goals/billing.ts'),
};

/** G17 has one file for each kind of growth. */
const growth = async (): Promise<Goal> => {
  const files = readdirSync(new URL('goals/', import.meta.url)).filter((file) => /^g17.*\.ts$/.test(file));
  const parts = await Promise.all(files.sort().map((file) => import(`./goals/${file}`) as Promise<Goal>));
  return {
    measure: async () => {
      const results: Result[] = [];
      for (const { measure } of parts) results.push(...(await measure()));
      return results;
    },
  };
};

const wanted = process.argv.slice(2).map((name) => name.toUpperCase());
const unknown = wanted.filter((name) => !(name in GOALS));
if (unknown.length > 0) {
  console.error(`No such goal: ${unknown.join(', ')}. There are ${Object.keys(GOALS).join(', ')}.`);
  process.exit(1);
}

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const results: (Result & { readonly load: number })[] = [];
const started = new Date().toISOString();
/** Written after each goal, so that an interrupted run keeps its figures. */
const write = (): void =>
  writeFileSync('bench.json', `${JSON.stringify({ at: started, machine, results }, null, 2)}\n`);

/** A goal that cannot be measured is a row of the table, and does not end the run. */
const measured = async (name: string, load: () => Promise<Goal>): Promise<Result[]> => {
  try {
    return await (await load()).measure();
  } catch (error) {
    console.error(error);
    const reached = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    return [{ goal: name, what: 'could not be measured', reached, aim: '', met: false }];
  }
};

const goals = Object.entries(GOALS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
for (const [i, [name, load]] of goals.entries()) {
  console.log(`\n──── ${name}`);
  progress(`goal ${i + 1} of ${goals.length}`);
  const average = loadavg()[0] ?? 0;
  results.push(...(await measured(name, load)).map((r) => ({ ...r, load: Math.round(average * 10) / 10 })));
  write();
}

const verdict = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : 'MISSED');
console.log('');
console.log(
  table([
    ['goal', 'what', 'reached', 'aim', 'met'],
    ...results.map((r) => [r.goal, r.what, r.reached, r.aim, verdict(r.met)]),
  ]),
);
const judged = results.filter((r) => r.met !== null);
console.log(`\n${judged.filter((r) => r.met).length} of ${judged.length} figures with an aim met it.`);
console.log('bench.json holds the same for machines.');
process.exit(0);
