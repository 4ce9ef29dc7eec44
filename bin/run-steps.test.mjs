import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runVitest } from './run-steps.mjs';
import { root } from './set-up.mjs';

let folder;

/** Runs a folder of test files with its own configuration, like the real suites. */
const runFiles = (files) => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-run-'));
  mkdirSync(join(folder, 'tests'));
  const reporters = JSON.stringify(['dot', join(root, 'bin/count-reporter.mjs')]);
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(config, `export default { test: { globals: true, reporters: ${reporters} } };\n`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'tests', `${name}.test.mjs`), text);
  const args = [`--root=${folder}`, `--config=${config}`];
  return runVitest(process.execPath, [], { args });
};

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const STEADY = `it('holds', () => {}); it('holds too', () => {}); it.skip('is left out', () => {});`;
const once = (marker) => `
import { existsSync, writeFileSync } from 'node:fs';
it('holds', () => {});
it('holds from the second time on', () => {
  const known = existsSync('${marker}');
  writeFileSync('${marker}', '');
  expect(known).toBe(true);
});`;

it('counts a flaky file as failed, without retries', async () => {
  const marker = join(tmpdir(), `ringside-once-${process.pid}`);
  const result = await runFiles({ steady: STEADY, once: once(marker) });
  rmSync(marker, { force: true });
  expect([result.code, result.counts]).toEqual([1, { passed: 3, failed: 1, skipped: 1 }]);
});

it('counts a file that cannot be loaded as one failure', async () => {
  const result = await runFiles({ steady: STEADY, broken: "throw new Error('no')" });
  expect([result.code, result.counts]).toEqual([1, { passed: 2, failed: 1, skipped: 1 }]);
});
