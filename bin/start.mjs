#!/usr/bin/env node
// The first command in a fresh clone: installs what is missing, builds what is stale, then runs the console on the
// Node.js that the lock file pins. Plain JavaScript for Node.js 20 and later, and nothing but Node's own modules.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb, install, pinnedNode, root } from './set-up.mjs';

const args = process.argv.slice(2);
const demo = args.includes('--demo');

if (args.includes('--help') || args.includes('-h')) {
  console.log(
    'npm start             serve the console (PORT, HOST, RINGSIDE_DATA and others: README.md)\n' +
      'npm start -- --demo   the same on a throw-away data folder, with two simulated PBXs and live traffic',
  );
  process.exit(0);
}

/**
 * V8 lets the young generation of each thread grow to 48 MB before it bothers; an idle console has no use for that. And
 * TypeScript once stripped and compiled is kept, so that later starts load no compiler at all.
 */
const NODE_ARGUMENTS = ['--max-semi-space-size=4'];
const COMPILED = join(root, 'node_modules/.cache/node-compile');
/**
 * To start takes several times the memory that the console then needs. With these glibc gives it back to the machine; other
 * C libraries do not know them.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Runs the server and becomes its shadow: its output, its signals, its exit code. */
const serve = (node, script, env, atExit) => {
  const child = spawn(node, [...NODE_ARGUMENTS, join(root, script), ...args.filter((a) => a !== '--demo')], {
    cwd: process.cwd(),
    env: { NODE_COMPILE_CACHE: COMPILED, ...MEMORY, ...env },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the whole group already; a second one would be taken for impatience.
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  child.on('error', (error) => {
    atExit();
    console.error(`Could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    atExit();
    if (signal === null) process.exit(code ?? 1);
    for (const s of forwarded) process.removeAllListeners(s);
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, signal);
  });
};

/** A demo touches nothing of an installation: its own data folder and its own embedded database. */
const demoEnvironment = () => {
  const data = mkdtempSync(join(tmpdir(), 'ringside-demo-'));
  const env = { ...process.env, RINGSIDE_DATA: data };
  for (const name of [
    'DATABASE_URL',
    'NATS_URL',
    'RINGSIDE_ROLE',
    'RINGSIDE_SECRET_KEY',
    'RINGSIDE_RECORDINGS',
    'SMTP_URL',
  ])
    delete env[name];
  return { env, remove: () => rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
};

const main = async () => {
  await install();
  const node = pinnedNode();
  await buildWeb(node);
  if (!demo) return serve(node, 'server/src/main.ts', process.env, () => {});
  const { env, remove } = demoEnvironment();
  return serve(node, 'server/src/demo/main.ts', env, remove);
};

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
