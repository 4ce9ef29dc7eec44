// Runs named steps in parallel. Reports each in one line, followed by the output of failed steps.
import { spawn } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

export const none = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** Formats counts as `12 passed, 0 failed`, with `, 3 skipped` if any. */
export const closing = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Runs a command from the root. Resolves to its exit code and output. `live` also prints the output immediately. */
export const run = (command, args, { env, live = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

/** Runs Vitest on the named projects and returns the counts. A failed run without counts is one failure. */
export const runVitest = async (node, projects, { env, live = false, args = [] } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-counts-'));
  const file = join(folder, 'counts.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const selected = projects.flatMap((p) => ['--project', p]);
  try {
    const result = await run(node, [vitest, 'run', '--passWithNoTests', ...selected, ...args], {
      // No colors in logs: in CI the tools would add them.
      env: { ...env, RINGSIDE_COUNTS: file, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) },
      live,
    });
    const counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ...none };
    if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
    return { ...result, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Runs `steps` ({ name, work: () => Promise<{code, output, counts?}> }) in parallel, one per core, and prints them. A step without counts
 * counts as one. Resolves to the sum.
 */
export const runSteps = async (steps) => {
  const waiting = [...steps];
  const failures = [];
  let sum = none;
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = Date.now();
      const result = await step.work().catch((error) => ({ code: 1, output: error.stack ?? String(error) }));
      const ok = result.code === 0;
      const counts = result.counts ?? { ...none, [ok ? 'passed' : 'failed']: 1 };
      sum = add(sum, counts);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const detail = result.counts ? closing(counts) : ok ? 'ok' : 'FAILED';
      console.log(`${ok ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(28)} ${seconds.padStart(6)} s  ${detail}`);
      if (!ok) failures.push({ step, output: result.output });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, worker));
  for (const { step, output } of failures)
    console.log(`\n──── ${step.name}: how to see it again: ${step.again ?? 'npm run check'}\n${output.trimEnd()}`);
  if (failures.length > 0) console.log('');
  return sum;
};
