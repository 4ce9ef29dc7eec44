// In CI the properties walk the same cases every time: a change is refused for what it broke, not for the luck of a draw.
// Everywhere else each run draws its own; a failing one prints the seed that repeats it.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

const SEED = 1_926_004;

if (process.env['CI']) {
  const file = await readFile(expect.getState().testPath, 'utf8');
  if (file.includes("from 'fast-check'")) (await import('fast-check')).configureGlobal({ seed: SEED });
}
