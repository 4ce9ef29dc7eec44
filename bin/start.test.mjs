// Types `npm start` into a small clone whose npm, vite and server only write down what was asked of them.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
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

/** Says what it was given, then does what its first argument says. */
const SERVER = `
console.log(JSON.stringify({ script: '%s', args: process.argv.slice(2), data: process.env.RINGSIDE_DATA ?? null, db: process.env.DATABASE_URL ?? null }));
if (process.argv[2] === 'exit') process.exit(7);
if (process.argv[2] === 'stay') {
  process.on('SIGTERM', () => { console.log('told to end'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('ready: here');
}
`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'ringside-clone-'));
  for (const file of ['start.mjs', 'set-up.mjs']) cpSync(join(root, 'bin', file), join(clone, 'bin', file));
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

const start = (args, { signalAt, env } = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(clone, 'bin/start.mjs'), ...args], {
      cwd: clone,
      env: { ...process.env, PATH: `${join(clone, 'fake')}:${process.env.PATH}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (signalAt && out.includes(signalAt)) child.kill('SIGTERM');
    });
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (code, signal) =>
      resolve({ code, signal, out, err, said: JSON.parse(out.split('\n')[0] || '{}') }),
    );
  });

const lines = (file) =>
  existsSync(join(clone, file)) ? readFileSync(join(clone, file), 'utf8').trim().split('\n') : [];

describe('npm start', () => {
  it('installs and builds in a fresh clone, and neither again', async () => {
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

  it('installs again when the lock changed, but not after an npm install of one', async () => {
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
  ])('a change in %s: %i builds in all', async (file, builds) => {
    await start([]);
    write(file, 'two');
    await start([]);
    expect(lines('vite.log')).toHaveLength(builds);
  });

  it('serves the older pages when the build fails, and says why', async () => {
    await start([]);
    write('web/src/main.tsx', 'two');
    write('broken', '');
    const { code, err } = await start([]);
    expect(code).toBe(0);
    expect(err).toContain('no such module');
    expect(readFileSync(join(clone, 'web/dist/index.html'), 'utf8')).toBe('built');
  });

  it('starts without pages while there are none to build', async () => {
    rmSync(join(clone, 'web'), { recursive: true });
    expect((await start([])).code).toBe(0);
    expect(lines('vite.log')).toEqual([]);
  });

  it('ends as the server ends', async () => {
    expect((await start(['exit'])).code).toBe(7);
    const told = await start(['stay'], { signalAt: 'ready:' });
    expect(told.out).toContain('told to end');
    expect(told.code).toBe(0);
  });
});

describe('npm run demo', () => {
  it('has a data folder of its own, gone at the end, and never the database of an installation', async () => {
    const env = { DATABASE_URL: 'postgres://real', RINGSIDE_DATA: '/srv/real' };
    const { said, code } = await start(['--demo', 'stay'], { signalAt: 'ready:', env });
    expect(code).toBe(0);
    expect(said).toMatchObject({ script: 'demo', args: ['stay'], db: null });
    expect(said.data).toContain(join(tmpdir(), 'ringside-demo-'));
    expect(existsSync(said.data)).toBe(false);
  });
});
