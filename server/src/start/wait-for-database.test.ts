// Tests waiting for a PostgreSQL that starts after the console, with a simulated clock or a fast one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spawnConsole } from '../testing/console-process.ts';
import { explainStart } from './start-errors.ts';
import { readConfig } from '../platform/config/config.ts';
import { DatabaseUnavailable } from '../platform/db/database-unavailable.ts';
import { DatabaseInUse } from '../platform/db/postgres/console-lock.ts';
import { openDb } from '../platform/db/connect.ts';
import { freePort } from '../platform/db/testing/postgres-server.ts';
import { waitForDatabase } from '../platform/db/wait-for-database.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Runs the wait and returns the outcome, the number of tries, the reports, and the seconds it took. */
const wait = async (open: () => Promise<string>) => {
  let tries = 0;
  const told: unknown[] = [];
  const start = Date.now();
  let outcome: unknown = null;
  const waiting = waitForDatabase(
    () => {
      tries += 1;
      return open();
    },
    (error) => told.push(error),
  ).then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  );
  let seconds = 0;
  while (outcome === null && seconds < 120) {
    await vi.advanceTimersByTimeAsync(1_000);
    seconds = (Date.now() - start) / 1000;
  }
  await waiting;
  return { outcome, tries, told, seconds };
};

it('retries each second for one minute, reports once, and fails with the last error', async () => {
  const { outcome, tries, told, seconds } = await wait(() => Promise.reject(refused));
  expect(outcome).toBe(refused);
  expect(told).toEqual([refused]);
  expect(tries).toBe(60);
  expect(seconds).toBeLessThanOrEqual(60);
});

it('opens as soon as the server answers', async () => {
  let left = 30;
  const open = () => (left-- > 0 ? Promise.reject(refused) : Promise.resolve('open'));
  expect(await wait(open)).toMatchObject({ outcome: 'open', tries: 31, told: [refused] });
});

it('does not retry errors that waiting cannot fix', async () => {
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  expect(await wait(() => Promise.reject(wrong))).toMatchObject({ outcome: wrong, tries: 1, told: [] });
});

it('fails with one sentence that contains host, port, database and user, but no password', async () => {
  vi.useRealTimers();
  const port = await freePort();
  const config = readConfig({ DATABASE_URL: `postgres://console:hush-hush@127.0.0.1:${port}/ringside` });
  const failure: unknown = await openDb(config, true).catch((error: unknown) => error);
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const { outcome, tries } = await wait(() => Promise.reject(failure as Error));
  expect(tries).toBe(60);
  expect(explainStart(outcome, config)).toBe(
    `Cannot connect to PostgreSQL at 127.0.0.1:${port} (database ringside, user console): connection refused. Check that the server runs and that DATABASE_URL is right.`,
  );
});

/** Runs the clock and the timers of a process 60 times as fast. */
const FAST_CLOCK = `data:text/javascript,${encodeURIComponent(
  'const { now } = Date, later = setTimeout, begun = now(); Date.now = () => begun + (now() - begun) * 60;' +
    'globalThis.setTimeout = (work, ms, ...rest) => later(work, ms / 60, ...rest);',
)}`;

it('ends a console after one minute without a database: two lines and exit code 1', async () => {
  vi.useRealTimers();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ringside-waits-'));
  const console_ = spawnConsole(
    {
      ...{ RINGSIDE_DATA: folder, DATABASE_URL: `postgres://console:hush-hush@127.0.0.1:${port}/ringside` },
    },
    { command: [process.execPath, '--import', FAST_CLOCK] },
  );
  expect(await console_.exited).toBe(1);
  rmSync(folder, { recursive: true });
  const place = `PostgreSQL at 127.0.0.1:${port} (database ringside, user console)`;
  expect(console_.output().trim().split('\n')).toEqual([
    `Waiting up to 60 s for ${place}: connection refused`,
    `Cannot connect to ${place}: connection refused. Check that the server runs and that DATABASE_URL is right.`,
  ]);
});

it('names the console that has the database, even if it took the database during a reconnect', () => {
  const inUse = new DatabaseInUse('ringside', { host: 'pbx-7', pid: 4711, since: '2026-11-23T08:00:00.000Z' });
  const config = readConfig({ DATABASE_URL: 'postgres://console@192.0.2.1/ringside' });
  expect(explainStart(new DatabaseUnavailable('away', inUse), config)).toBe(inUse.message);
});
