// In CI, property tests use a fixed seed, so that a change does not fail by chance. Elsewhere each run uses a new seed, and a failure
// prints the seed to repeat it.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

const SEED = 1_926_004;

if (process.env['CI']) {
  const file = await readFile(expect.getState().testPath, 'utf8');
  if (file.includes("from 'fast-check'")) (await import('fast-check')).configureGlobal({ seed: SEED });
}
