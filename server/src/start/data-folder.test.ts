// Tests the data folder of the embedded database: its lock, damaged folders and a full disk.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { layDatabase } from '../platform/db/testing/migrated-template.ts';
import { call, firstToken } from '../testing/console-client.ts';
import { MAIN, spawnConsole } from '../testing/console-process.ts';
import type { ConsoleProcess } from '../testing/console-process.ts';
import { makeFolder } from '../testing/test-console.ts';

const running: ConsoleProcess[] = [];
const folders: string[] = [];
let ground: string;
beforeAll(async () => {
  ground = makeFolder();
  folders.push(ground);
  await layDatabase(ground);
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill('SIGKILL');
    await each.exited;
  }
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const makeData = (): string => {
  const folder = makeFolder();
  folders.push(folder);
  cpSync(ground, folder, { recursive: true });
  return folder;
};
const start = (folder: string, command?: readonly string[]): ConsoleProcess => {
  const options = command === undefined ? {} : { command, script: '' };
  const made = spawnConsole({ RINGSIDE_DATA: folder, RINGSIDE_API_RATE_LIMIT: '0', DATABASE_URL: '' }, options);
  running.push(made);
  return made;
};

/** Whether this machine allows the test to create namespaces (root, or a kernel that permits it). */
const namespaces = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;
const inPidNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, MAIN];

// Each test starts processes, which is slow on a busy machine.
const SLOW = { timeout: 240_000 };

describe('the lock of the data folder', SLOW, () => {
  it('ends with a killed console, even if another process has its ID', async () => {
    const folder = makeData();
    const first = start(folder);
    await first.ready();
    const second = start(folder);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`The data folder ${folder} is in use by process ${first.pid} on host `);
    first.kill('SIGKILL');
    await first.exited;
    const left = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as object;
    writeFileSync(join(folder, 'lock'), JSON.stringify({ ...left, pid: process.pid }));
    await start(folder).ready();
  });

  // Skipped if the machine does not allow namespaces.
  it.skipIf(!namespaces)('holds across process-ID namespaces in which both consoles are process 1', async () => {
    const folder = makeData();
    await start(folder, inPidNamespace).ready();
    const second = start(folder, inPidNamespace);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`The data folder ${folder} is in use by process 1 on host `);
  });
});

describe('a damaged data folder', SLOW, () => {
  const refused = async (folder: string): Promise<string> => {
    const console_ = start(folder);
    expect(await console_.exited).toBe(1);
    expect(console_.output()).not.toContain('    at ');
    return console_.output();
  };

  it('without PG_VERSION is refused and not changed', async () => {
    const folder = makeData();
    const rest = readFileSync(join(folder, 'db/global/pg_control'));
    rmSync(join(folder, 'db/PG_VERSION'));
    expect(await refused(folder)).toContain(`The database in ${join(folder, 'db')} is damaged: PG_VERSION missing.`);
    expect(existsSync(join(folder, 'db/PG_VERSION'))).toBe(false);
    expect(readFileSync(join(folder, 'db/global/pg_control'))).toEqual(rest);
  });

  it('with a different or missing secret key is refused and gets no new key', async () => {
    const folder = makeData();
    const key = join(folder, 'secret.key');
    const console_ = start(folder);
    await console_.ready();
    console_.kill();
    await console_.exited;
    const own = readFileSync(key, 'utf8');
    writeFileSync(key, `${'ab'.repeat(32)}\n`);
    expect(await refused(folder)).toContain(`The secret key in ${key} is not the one`);
    writeFileSync(key, '');
    expect(await refused(folder)).toContain('The secret key of this database is missing');
    rmSync(key);
    expect(await refused(folder)).toContain('The secret key of this database is missing');
    expect(existsSync(key)).toBe(false);
    writeFileSync(key, own);
    await start(folder).ready();
  });

  it('from a kill during the first start is created again', async () => {
    const folder = makeFolder();
    folders.push(folder);
    mkdirSync(join(folder, 'db/base'), { recursive: true });
    writeFileSync(join(folder, 'db.making'), '');
    await start(folder).ready();
    expect(existsSync(join(folder, 'db.making'))).toBe(false);
  });
});

/** Writes until the disk is full. */
const fill = (path: string): void => {
  const file = openSync(path, 'w');
  const megabyte = Buffer.alloc(1024 * 1024, 1);
  try {
    for (;;) if (writeSync(file, megabyte) < megabyte.length) break;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
};

// Skipped if the machine does not allow mounting a file system.
describe.skipIf(!namespaces)('a full disk', SLOW, () => {
  it('makes the console read-only with a clear message until there is space, and loses no data', async () => {
    const folder = makeFolder();
    folders.push(folder);
    const script = `mount -t tmpfs -o size=400m tmpfs ${folder} && cp -a ${ground}/. ${folder}/ && exec ${process.execPath} ${MAIN}`;
    const console_ = start(folder, ['unshare', '--mount', 'sh', '-c', script]);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const filler = join(`/proc/${console_.pid}/root`, folder, 'filler');
    const stored: string[] = [];
    const write = async (): Promise<Awaited<ReturnType<typeof call>>> => {
      const code = `c${stored.length}`;
      const answer = await call(url, token, 'POST', '/customers', { code, name: code });
      if (answer.status === 201) stored.push(code);
      return answer;
    };
    expect((await write()).status).toBe(201);
    fill(filler);
    const refused = await vi.waitUntil(async () => {
      const answer = await write();
      return answer.status === 201 ? null : answer;
    }, 60_000);
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(refused?.body).toMatchObject({
      code: 'database-read-only',
      detail: 'The disk is full: the database is read-only',
    });
    const read = await call(url, token, 'GET', '/customers');
    expect([read.status, read.headers.get('ringside-state')]).toEqual([200, 'read-only']);
    await console_.says('disk full: database read-only');
    rmSync(filler);
    await vi.waitUntil(async () => (await write()).status === 201, 60_000);
    await console_.says('disk has space again: database writable');
    const after = await call(url, token, 'GET', '/customers?perPage=100');
    expect(after.headers.get('ringside-state')).toBeNull();
    const codes = (after.body as { readonly data: readonly { readonly code: string }[] }).data.map(({ code }) => code);
    expect(stored.filter((code) => !codes.includes(code))).toEqual([]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
