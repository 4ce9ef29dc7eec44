// Runs named steps, a few at a time, and reports each in one line with the output of those that failed below it.
import { spawn } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './set-up.mjs';

export const none = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** `12 passed, 0 failed`, with `, 3 skipped` when some were. */
export const closing = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Runs a command from the root; resolves to its exit code and its whole output. `live` shows the output as it comes. */
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

/**
 * Runs vitest on the named projects and gives its counts too, and the counts of each file that failed; a run that
 * counted nothing and failed is one failure.
 */
export const runVitest = async (node, projects, { env, live = false, args = [] } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-counts-'));
  const file = join(folder, 'counts.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const selected = projects.flatMap((p) => ['--project', p]);
  try {
    const result = await run(node, [vitest, 'run', '--passWithNoTests', ...selected, ...args], {
      // A log is no place for colours; under CI the tools would paint it all the same.
      env: { ...env, RINGSIDE_COUNTS: file, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) },
      live,
    });
    const { counts, failing } = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { counts: { ...none }, failing: {} };
    if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
    return { ...result, counts, failing };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** More files than these do not fail by a machine short of breath. */
const MOST_TRIED_AGAIN = 4;

/**
 * The same with a second try, as a browser, a PBX and a database may be short of breath: a file that failed runs once more,
 * from its start and by itself. What fails twice is a fault; what passed then is named, since it may be one too.
 */
export const runTwice = async (node, projects, options = {}) => {
  const first = await runVitest(node, projects, options);
  const files = Object.keys(first.failing);
  const within = files.reduce((sum, file) => sum + first.failing[file].failed, 0);
  if (files.length === 0 || files.length > MOST_TRIED_AGAIN || within < first.counts.failed) return first;
  console.log(`\n──── a second try: ${files.map((file) => relative(root, file)).join(', ')}`);
  const flags = (options.args ?? []).filter((arg) => arg.startsWith('-'));
  const second = await runVitest(node, projects, { ...options, args: [...flags, '--no-file-parallelism', ...files] });
  if (second.counts.failed === 0) console.log('──── passed at the second try: look why it failed at the first');
  const sum = add(first.counts, second.counts);
  for (const file of files) for (const name of Object.keys(sum)) sum[name] -= first.failing[file][name];
  return { ...second, counts: sum };
};

/**
 * Runs `steps` ({ name, work: () => Promise<{code, output, counts?}> }), as many at a time as there are cores, and
 * prints them. A step without counts of its own counts as one. Resolves to the sum.
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
