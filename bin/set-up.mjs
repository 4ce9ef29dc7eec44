// Prepares a clone: installs locked packages and the pinned Node.js, and builds the pages. Skips a step if a stamp shows that it was done
// for the same contents.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const lockStamp = join(modules, '.ringside-lock');
const dist = join(root, 'web/dist');

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise);
const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const isWritable = (folder) => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** A service's user has no write access to the program folder. */
const refuseReadOnly = (folder, what) => {
  if (isWritable(folder)) return;
  throw new Error(
    `${what} in ${root}, and this user cannot write there. Run \`npm run build\` as the owner of this folder, then start again.`,
  );
};

/** Runs a command and prints its output only on failure. Resolves to its exit code and output. */
const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

/** What runs now. A line of progress is complete when nothing else began meanwhile. */
let openLine = '';

/** Prints progress to stderr, so that scripts can read stdout. Two works may run at a time. */
const progress = async (what, work) => {
  const started = Date.now();
  process.stderr.write(`${openLine === '' ? '' : '\n'}${what} … `);
  openLine = what;
  const result = await work();
  const end = result.code === 0 ? `done in ${Math.round((Date.now() - started) / 1000)} s\n` : 'failed\n';
  process.stderr.write(openLine === what ? end : `${what}: ${end}`);
  openLine = '';
  return result;
};

/**
 * Runs `npm ci` unless node_modules matches package-lock.json. `npm install` writes its hidden lock file after the real one, so a newer
 * hidden lock file also counts as installed.
 */
export const install = async () => {
  const wanted = sha256(readFileSync(lockFile));
  if (readOr(lockStamp, '') === wanted) return;
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden) || modifiedAt(hidden) < modifiedAt(lockFile)) {
    refuseReadOnly(existsSync(modules) ? modules : root, 'Packages are missing or out of date');
    const windows = process.platform === 'win32';
    const { code, output } = await progress('Installing packages', () =>
      run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], { shell: windows }),
    );
    if (code !== 0) {
      const network = /E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN)|network|registry/i.test(output);
      throw new Error(`${output}\nnpm ci failed (above).${network ? ' Is the package registry reachable?' : ''}`);
    }
  }
  // The stamp only speeds up the next check, so a read-only folder works without it.
  if (isWritable(modules)) writeFileSync(lockStamp, wanted);
};

/** Returns the Node.js of the lock file, or this process's own if it can run TypeScript. */
export const pinnedNode = () => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const own = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const pinned = join(modules, name, own);
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Error(
    `Ringside needs Node.js 22.18 or later; this is ${process.versions.node}, and its own copy (${name}) is not installed.\n` +
      'Install Node.js 24 from https://nodejs.org, or run `npm ci` without --omit=optional.',
  );
};

/** Returns a hash of the given files and folders, without tests and generated folders. */
const contentsOf = (parts) => {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isFile()) {
      if (/\.test\.tsx?$/.test(path)) return;
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
      return;
    }
    for (const entry of readdirSync(path).sort())
      if (!/^(node_modules|dist.*|\..*)$/.test(entry)) add(join(path, entry));
  };
  for (const part of parts) add(join(root, part));
  return hash.digest('hex');
};

/**
 * Builds web/dist when its sources changed. Builds into another folder and swaps it in, so that a running console never serves a partial
 * build. Returns whether the pages are current.
 */
export const buildWeb = async (node) => {
  if (!existsSync(join(root, 'web/index.html'))) return true;
  const wanted = contentsOf(['web', 'core/src', 'package-lock.json']);
  const stamp = join(dist, '.stamp');
  if (readOr(stamp, '') === wanted) return true;
  refuseReadOnly(join(root, 'web'), 'The pages are not built, or out of date,');
  const fresh = join(root, 'web', `dist-${process.pid}`);
  const vite = join(modules, 'vite/bin/vite.js');
  const { code, output } = await progress('Building the pages', () =>
    run(node, [vite, 'build', 'web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']),
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(
      `${output}\nThe pages could not be built (above); ${existsSync(dist) ? 'the older ones are' : 'only the API is'} served.\n`,
    );
    return;
  }
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, '.stamp'), wanted);
  const old = join(root, 'web', `dist-old-${process.pid}`);
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    rmSync(old, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
};

const cache = join(modules, '.cache/ringside');
export const compileCacheFolder = join(modules, '.cache/node-compile');
/** Older snapshots of the demo, of other code, are removed when they are this old. */
const SNAPSHOT_DAYS = 2;

/**
 * Returns the folder in which the demo keeps its prepared data, named by a hash of the code that makes it: one in the cache, or in
 * `otherwise` if this user cannot write there.
 */
export const demoSnapshots = (otherwise) => {
  const name = `demo-${contentsOf(['server', 'core/src', 'tools', 'package-lock.json']).slice(0, 16)}`;
  try {
    mkdirSync(cache, { recursive: true });
  } catch {
    return join(otherwise, name);
  }
  if (!isWritable(cache)) return join(otherwise, name);
  for (const other of readdirSync(cache)) {
    const path = join(cache, other);
    const isOld = Date.now() - modifiedAt(path) > SNAPSHOT_DAYS * 86_400_000;
    if (other.startsWith('demo-') && other !== name && isOld) rmSync(path, { recursive: true, force: true });
  }
  return join(cache, name);
};

/** Prepares the data of the demo, unless that is done. */
export const prepareDemo = async (node, snapshots) => {
  const script = join(root, 'server/src/demo/prepare.ts');
  if (existsSync(join(snapshots, 'seeded')) || !existsSync(script)) return;
  const { code, output } = await progress('Preparing the data of the demo', () =>
    run(node, [script, snapshots], { env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder } }),
  );
  if (code !== 0) throw new Error(`${output}\nThe data of the demo could not be prepared (above).`);
};

const builtStamp = join(modules, '.ringside-built');

/** Returns whether `npm run build` has run. A start then writes nothing to the program folder. */
export const isBuilt = () => existsSync(builtStamp);

/** Prepares an empty database for the first start, and marks that `npm run build` has run. */
export const finishBuild = async (node) => {
  const template = join(root, 'server/src/platform/db/template.ts');
  if (existsSync(template)) {
    const make = `await (await import(${JSON.stringify(pathToFileURL(template).href)})).bareTemplate('/nonexistent');`;
    const { code, output } = await progress('Preparing the embedded database', () =>
      run(node, ['--input-type=module', '--eval', make]),
    );
    if (code !== 0) throw new Error(`${output}\nThe embedded database could not be prepared (above).`);
  }
  writeFileSync(builtStamp, '');
};
