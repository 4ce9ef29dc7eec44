// Runs `npm start` in a small clone whose npm, vite and server only log their calls.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './set-up.mjs';

let clone = '';

const write = (path, text, mode) => {
  const file = join(clone, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (mode) chmodSync(file, mode);
};

/** Prints its arguments, then acts on the first one. */
const SERVER = `
console.log(JSON.stringify({ script: '%s', args: process.argv.slice(2), data: process.env.RINGSIDE_DATA ?? null, remove: process.env.RINGSIDE_DEMO_FOLDER ?? null, snapshots: process.env.RINGSIDE_DEMO_SNAPSHOTS ?? null, pid: process.pid, pipe: process.env.RINGSIDE_STARTER_PIPE ?? null, db: process.env.DATABASE_URL ?? null }));
if (process.argv[2] === 'exit') process.exit(7);
if (process.argv[2] === 'stay') {
  process.on('SIGTERM', () => { console.log('told to end'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('ready: here');
}
`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'ringside-clone-'));
  for (const file of ['start.mjs', 'build.mjs', 'set-up.mjs'])
    cpSync(join(root, 'bin', file), join(clone, 'bin', file));
  write('package-lock.json', '{"lock":1}');
  write('server/src/main.ts', SERVER.replace('%s', 'main'));
  write('server/src/demo/main.ts', SERVER.replace('%s', 'demo'));
  write('web/index.html', '<html></html>');
  write('web/src/main.tsx', 'one');
  write('core/src/a.ts', 'one');
  write(
    'fake/npm',
    `#!/bin/sh
echo "$@" >> '${clone}/npm.log'
mkdir -p '${clone}/node_modules/vite/bin'
echo '{}' > '${clone}/node_modules/.package-lock.json'
cat > '${clone}/node_modules/vite/bin/vite.js' <<'END'
const fs = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.appendFileSync('vite.log', 'build\\n');
if (fs.existsSync('broken')) { console.error('no such module'); process.exit(1); }
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(out + '/index.html', 'built');
END
`,
    0o755,
  );
});

afterEach(() => {
  rmSync(clone, { recursive: true, force: true });
});

const start = (args, { signalAt, env, uid, script = 'bin/start.mjs' } = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(clone, script), ...args], {
      cwd: clone,
      env: { ...process.env, PATH: `${join(clone, 'fake')}:${process.env.PATH}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (signalAt && out.includes(signalAt)) child.kill('SIGTERM');
    });
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (code, signal) =>
      resolve({
        code,
        signal,
        out,
        err,
        pid: child.pid,
        said: out.startsWith('{') ? JSON.parse(out.split('\n')[0]) : {},
      }),
    );
  });

const lines = (file) =>
  existsSync(join(clone, file)) ? readFileSync(join(clone, file), 'utf8').trim().split('\n') : [];

describe('npm start', () => {
  it('installs and builds in a new clone, and does neither the second time', async () => {
    const first = await start(['hello']);
    expect(first.code).toBe(0);
    expect(first.said).toMatchObject({ script: 'main', args: ['hello'] });
    expect(first.err).toMatch(/Installing packages … done in \d+ s\nBuilding the pages … done in \d+ s\n/);
    expect(lines('npm.log')).toEqual(['ci --no-audit --no-fund']);
    const second = await start([]);
    expect(second.err).toBe('');
    expect(lines('npm.log')).toHaveLength(1);
    expect(lines('vite.log')).toHaveLength(1);
    expect(readFileSync(join(clone, 'web/dist/index.html'), 'utf8')).toBe('built');
  });

  it('installs again after a change of the lock file, but not after `npm install` of a package', async () => {
    await start([]);
    write('package-lock.json', '{"lock":2}');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(clone, 'package-lock.json'), later, later);
    await start([]);
    expect(lines('npm.log')).toHaveLength(2);
    write('package-lock.json', '{"lock":3}');
    utimesSync(join(clone, 'node_modules/.package-lock.json'), later, later);
    await start([]);
    expect(lines('npm.log')).toHaveLength(2);
  });

  it.each([
    ['web/src/main.tsx', 2],
    ['core/src/a.ts', 2],
    ['web/src/new.ts', 2],
    ['web/src/main.test.tsx', 1],
    ['server/src/other.ts', 1],
  ])('a change in %s: %i builds in total', async (file, builds) => {
    await start([]);
    write(file, 'two');
    await start([]);
    expect(lines('vite.log')).toHaveLength(builds);
  });

  it('serves the older pages when the build fails, and prints the error', async () => {
    await start([]);
    write('web/src/main.tsx', 'two');
    write('broken', '');
    const { code, err } = await start([]);
    expect(code).toBe(0);
    expect(err).toContain('no such module');
    expect(readFileSync(join(clone, 'web/dist/index.html'), 'utf8')).toBe('built');
  });

  it('starts without pages if there are no sources to build', async () => {
    rmSync(join(clone, 'web'), { recursive: true });
    expect((await start([])).code).toBe(0);
    expect(lines('vite.log')).toEqual([]);
  });

  it('becomes the console, so that one process gets every signal', async () => {
    const { said, pid } = await start([]);
    expect(said.pid).toBe(pid);
  });

  it('exits like the server when it must run it as a child process', async () => {
    const old = { NODE_OPTIONS: '--import "data:text/javascript,process.execve=undefined"' };
    expect((await start(['exit'], { env: old })).code).toBe(7);
    const told = await start(['stay'], { signalAt: 'ready:', env: old });
    expect([told.said.pid === told.pid, told.said.pipe, told.code]).toEqual([false, '3', 0]);
  });

  it('exits like the server', async () => {
    expect((await start(['exit'])).code).toBe(7);
    const told = await start(['stay'], { signalAt: 'ready:' });
    expect(told.out).toContain('told to end');
    expect(told.code).toBe(0);
  });
});

/** Root can write everywhere, regardless of the file mode. */
const asRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** Returns all files of the clone with their modification times. */
const contents = () =>
  readdirSync(clone, { recursive: true })
    .map((path) => `${String(path)} ${statSync(join(clone, String(path))).mtimeMs}`)
    .sort();

describe('npm run build', () => {
  it('installs and builds without starting, and a later start writes nothing', async () => {
    const built = await start([], { script: 'bin/build.mjs' });
    expect(built.code).toBe(0);
    expect(built.out).toBe(`built: ${clone}\n`);
    expect(lines('npm.log')).toHaveLength(1);
    expect(lines('vite.log')).toHaveLength(1);
    const before = contents();
    const { said, code } = await start(['hello']);
    expect([said.script, code]).toEqual(['main', 0]);
    expect(contents()).toEqual(before);
  });

  it('fails when the pages cannot be built', async () => {
    write('broken', '');
    const { code, err } = await start([], { script: 'bin/build.mjs' });
    expect(code).toBe(1);
    expect(err).toContain('no such module');
  });

  it.each([
    ['the packages', 'package-lock.json', '.'],
    ['the pages', 'web/src/main.tsx', 'web'],
  ])('is suggested where %s are outdated in a folder that the user cannot write', async (_what, file, folder) => {
    await start([], { script: 'bin/build.mjs' });
    write(file, 'two');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(clone, file), later, later);
    const shut = [clone, join(clone, folder), join(clone, 'node_modules')];
    for (const path of shut) chmodSync(path, 0o555);
    const { code, err } = await start([], asRoot ? { uid: NOBODY } : {});
    for (const path of shut) chmodSync(path, 0o755);
    expect(code).toBe(1);
    expect(err).toContain('Run `npm run build` as the owner of this folder');
  });
});

describe('npm run demo', () => {
  it('uses its own data folder, and never the database of an installation', async () => {
    const env = { DATABASE_URL: 'postgres://real', RINGSIDE_DATA: '/srv/real' };
    const { said, code } = await start(['--demo', 'stay'], { signalAt: 'ready:', env });
    expect(code).toBe(0);
    expect(said).toMatchObject({ script: 'demo', args: ['stay'], db: null });
    expect(said.data).toContain(join(tmpdir(), 'ringside-demo-'));
    expect(said.remove).toBe(said.data);
    rmSync(said.data, { recursive: true });
  });

  it('prepares its data once, and again when the code that makes them changes', async () => {
    write(
      'server/src/demo/prepare.ts',
      "import { appendFileSync, mkdirSync } from 'node:fs';\n" +
        "mkdirSync(`${process.argv[2]}/seeded`, { recursive: true });\nappendFileSync('prepared.log', `${process.argv[2]}\\n`);",
    );
    const first = await start(['--demo']);
    expect(first.err).toContain('Preparing the data of the demo');
    const again = await start(['--demo']);
    expect(again.err).toBe('');
    expect([first.said.snapshots, again.said.snapshots]).toEqual([...lines('prepared.log'), ...lines('prepared.log')]);
    expect(dirname(first.said.snapshots)).toBe(join(clone, 'node_modules/.cache/ringside'));
    write('core/src/a.test.ts', 'a test');
    const same = await start(['--demo']);
    expect(lines('prepared.log')).toHaveLength(1);
    write('server/src/billing/rate.ts', 'new');
    const changed = await start(['--demo']);
    expect(lines('prepared.log')).toHaveLength(2);
    expect(changed.said.snapshots).not.toBe(first.said.snapshots);
    for (const { said } of [first, again, same, changed]) rmSync(said.data, { recursive: true, force: true });
  });

  it('does not start when its data cannot be prepared', async () => {
    write('server/src/demo/prepare.ts', "console.error('no database'); process.exit(1);");
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ringside-demo-'));
    const before = folders();
    const { code, err } = await start(['--demo']);
    expect(code).toBe(1);
    expect(err).toContain('no database');
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
  });
});
