#!/usr/bin/env node
// `npm start`, for new clones and services: installs missing packages, builds outdated pages, then becomes the console on the pinned
// Node.js. Plain JavaScript for Node.js 22.18 and later, with Node's own modules only.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildWeb,
  compileCacheFolder,
  demoSnapshots,
  install,
  isBuilt,
  pinnedNode,
  prepareDemo,
  root,
} from './set-up.mjs';

const args = process.argv.slice(2);
const demo = args.includes('--demo');

if (args.includes('--help') || args.includes('-h')) {
  console.log(
    'npm start             serve the console (PORT, HOST, RINGSIDE_DATA and others: docs/reference/settings.md)\n' +
      'npm start -- --demo   the same on a throw-away data folder, with two simulated PBXs and live traffic',
  );
  process.exit(0);
}

/** By default V8 lets the young generation of each thread grow to 48 MB, which an idle console does not need. */
const NODE_ARGUMENTS = ['--max-semi-space-size=4'];

/**
 * Folder of Node.js's compile cache, so that later starts need no compiler. After `npm run build` it is in the data folder, once that
 * exists, because a start then writes nothing to the program folder.
 */
const compileCache = () => {
  if (demo || !isBuilt()) return { NODE_COMPILE_CACHE: compileCacheFolder };
  const data = process.env.RINGSIDE_DATA;
  return data && existsSync(data) ? { NODE_COMPILE_CACHE: join(data, 'cache') } : {};
};

/**
 * The start needs several times the memory of normal operation. These settings make glibc return it to the system. Other C libraries ignore
 * them.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Replaces this process with the console if Node.js supports it (22.15 and later, not on Windows), so that it gets every signal. Otherwise
 * the console is a child process. It holds a pipe to this process and ends when this process ends.
 */
const serve = (node, script, env) => {
  const argv = [...NODE_ARGUMENTS, join(root, script), ...args.filter((a) => a !== '--demo')];
  const all = { ...compileCache(), ...MEMORY, ...env };
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    // Suppresses the warning that execve is experimental.
    process.removeAllListeners('warning');
    process.execve(node, [node, ...argv], all);
  }
  const child = spawn(node, argv, {
    env: { ...all, RINGSIDE_STARTER_PIPE: '3' },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  // A terminal sends Ctrl-C to both processes.
  const forwarded = ['SIGTERM', 'SIGHUP', ...(process.stdin.isTTY ? [] : ['SIGINT'])];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  child.on('error', (error) => {
    console.error(`Could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const s of forwarded) process.removeAllListeners(s);
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, signal);
  });
};

/** The demo uses its own data folder and embedded database, so it cannot change an installation. */
const demoEnvironment = () => {
  const data = mkdtempSync(join(tmpdir(), 'ringside-demo-'));
  const env = {
    ...process.env,
    RINGSIDE_DATA: data,
    RINGSIDE_DEMO_FOLDER: data,
    RINGSIDE_DEMO_SNAPSHOTS: demoSnapshots(data),
  };
  for (const name of [
    'DATABASE_URL',
    'NATS_URL',
    'RINGSIDE_ROLE',
    'RINGSIDE_SECRET_KEY',
    'RINGSIDE_RECORDINGS',
    'SMTP_URL',
  ])
    delete env[name];
  return env;
};

const main = async () => {
  await install();
  const node = pinnedNode();
  if (!demo) {
    await buildWeb(node);
    return serve(node, 'server/src/main.ts', process.env);
  }
  const env = demoEnvironment();
  try {
    await Promise.all([buildWeb(node), prepareDemo(node, env.RINGSIDE_DEMO_SNAPSHOTS)]);
  } catch (error) {
    rmSync(env.RINGSIDE_DATA, { recursive: true, force: true });
    throw error;
  }
  serve(node, 'server/src/demo/main.ts', env);
};

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
