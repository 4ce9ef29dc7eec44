import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runTwice } from './run-steps.mjs';
import { root } from './set-up.mjs';

let folder;

/** A folder of test files with a configuration of its own, run as the suites are. */
const runFiles = (files) => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-run-'));
  mkdirSync(join(folder, 'tests'));
  const reporters = JSON.stringify(['dot', join(root, 'bin/count-reporter.mjs')]);
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(config, `export default { test: { globals: true, reporters: ${reporters} } };\n`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'tests', `${name}.test.mjs`), text);
  const said = vi.spyOn(console, 'log').mockReturnValue();
  const args = [`--root=${folder}`, `--config=${config}`];
  return runTwice(process.execPath, [], { args }).then((result) => ({ ...result, said: said.mock.calls.flat() }));
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
const NEVER = `it('never holds', () => { expect(1).toBe(2); });`;

it('counts a file that passes at its second try as passed, and names it', async () => {
  const marker = join(tmpdir(), `ringside-once-${process.pid}`);
  const result = await runFiles({ steady: STEADY, once: once(marker) });
  rmSync(marker, { force: true });
  expect([result.code, result.counts]).toEqual([0, { passed: 4, failed: 0, skipped: 1 }]);
  expect(result.said.some((line) => line.includes('once.test.mjs'))).toBe(true);
});

it('counts a file that fails twice as failed, once', async () => {
  const result = await runFiles({ steady: STEADY, never: NEVER });
  expect([result.code, result.counts]).toEqual([1, { passed: 2, failed: 1, skipped: 1 }]);
});

it('tries nothing again when much fails', async () => {
  const result = await runFiles(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`never-${i}`, NEVER])));
  expect(result.counts).toEqual({ passed: 0, failed: 5, skipped: 0 });
  expect(result.said).toEqual([]);
});
