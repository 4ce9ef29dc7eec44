// What a clone needs before anything of it can run: packages as locked, the pinned Node.js, a fresh build of the pages.
// Each step is skipped when a stamp says that it was done for exactly these contents.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const lockStamp = join(modules, '.ringside-lock');
const dist = join(root, 'web/dist');

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise);
const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Runs a command quietly; its output is shown only when it fails. Resolves to its exit code and output. */
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

/** One line of progress on the error stream, so that the output stays for what scripts read. */
const progress = async (what, work) => {
  const started = Date.now();
  process.stderr.write(`${what} … `);
  const result = await work();
  process.stderr.write(result.code === 0 ? `done in ${Math.round((Date.now() - started) / 1000)} s\n` : 'failed\n');
  return result;
};

/**
 * `npm ci` unless node_modules already holds what package-lock.json says. An `npm install` writes its own hidden lock
 * after the real one, so a hidden lock that is newer counts as installed too.
 */
export const install = async () => {
  const wanted = sha256(readFileSync(lockFile));
  if (readOr(lockStamp, '') === wanted) return;
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden) || modifiedAt(hidden) < modifiedAt(lockFile)) {
    const windows = process.platform === 'win32';
    const { code, output } = await progress('Installing packages', () =>
      run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], { shell: windows }),
    );
    if (code !== 0) throw new Error(`${output}\nnpm ci failed (above). Is the package registry reachable?`);
  }
  writeFileSync(lockStamp, wanted);
};

/** The Node.js of the lock file, or this process's own when it can run TypeScript by itself. */
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

/** Contents of everything that the pages are made of, as one hash. Tests and generated folders do not count. */
const webContents = () => {
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
  for (const part of ['web', 'core/src', 'package-lock.json']) add(join(root, part));
  return hash.digest('hex');
};

/** Builds web/dist when its contents changed. Built beside and swapped in, so a running console never serves half a build. */
export const buildWeb = async (node) => {
  if (!existsSync(join(root, 'web/index.html'))) return;
  const wanted = webContents();
  const stamp = join(dist, '.stamp');
  if (readOr(stamp, '') === wanted) return;
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
};
