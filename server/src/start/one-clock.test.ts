// Tests that every stored time and every comparison in SQL follows the console's clock, with a PostgreSQL server whose clock is one hour
// ahead.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dueRecordings } from '../calls/recordings/hold-queries.ts';
import { openDb } from '../platform/db/connect.ts';
import { newId } from '../platform/db/new-id.ts';
import { postgresPrograms, startPostgres } from '../platform/db/testing/postgres-server.ts';
import type { PostgresServer } from '../platform/db/testing/postgres-server.ts';
import { call, firstToken, signIn } from '../testing/console-client.ts';
import { spawnConsole } from '../testing/console-process.ts';
import type { ConsoleProcess } from '../testing/console-process.ts';

const skip = postgresPrograms() === null;
const HOUR_MS = 3_600_000;
let server: PostgresServer;
let folder: string;
const running: ConsoleProcess[] = [];

/** Defines functions in a schema that precedes PostgreSQL's own, so that the whole database uses another clock. */
const setClock = async (hours: number): Promise<void> => {
  for (const [name, original] of [
    ['now', 'transaction_timestamp'],
    ['clock_timestamp', 'clock_timestamp'],
  ]) {
    await server.sql(
      `create or replace function ahead.${name}() returns timestamptz language sql stable
       as $$ select pg_catalog.${original}() + interval '${hours} hours' $$`,
      [],
      'ahead',
    );
  }
};

beforeAll(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'ringside-clock-'));
  server = await startPostgres();
  await server.sql('create database ahead');
  await server.sql('create schema ahead', [], 'ahead');
  await setClock(1);
  await server.sql('alter database ahead set search_path = ahead, pg_catalog');
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill('SIGKILL');
    await each.exited;
  }
});
afterAll(() => {
  server?.remove();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const start = (): ConsoleProcess => {
  const made = spawnConsole({ RINGSIDE_DATA: folder, DATABASE_URL: server.url('ahead') });
  running.push(made);
  return made;
};

/** Returns whether the time is close to now rather than one hour off. */
const isNow = (time: unknown): boolean => Math.abs(Date.parse(String(time)) - Date.now()) < HOUR_MS / 4;

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly at: string;
}
const rowsOf = (body: unknown): readonly Row[] => (body as { readonly data: readonly Row[] }).data;

describe.skipIf(skip)('a console whose PostgreSQL server is one hour ahead', { timeout: 240_000 }, () => {
  let token: string;

  it('reports the difference and stores its own time everywhere', async () => {
    const console_ = start();
    const url = await console_.ready();
    expect(console_.output()).toMatch(/"aheadSeconds":3(600|599\.\d).*database clock differs from this clock/);
    const ready = (await (await fetch(`${url}/readyz`)).json()) as Record<string, Record<string, number>>;
    expect(ready['warnings']?.['databaseClockAheadSeconds']).toBeCloseTo(3600, -1);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/ringside_database_clock_ahead_seconds 3(600|599)/);
    token = await firstToken(url, console_.output());
    const post = async (path: string, body: object): Promise<Row> => {
      const answer = await call(url, token, 'POST', path, body);
      expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
      return answer.body as Row;
    };
    const customer = await post('/customers', { code: 'acme', name: 'Acme', recordingRetentionDays: 30 });
    const plan = await post('/plans', { name: 'Gold', currency: 'EUR' });
    const pbx = await post('/endpoints', {
      ...{ name: 'North', amiHost: 'pbx.example', amiUsername: 'ringside', amiSecret: 'x', enabled: false },
    });
    const board = await post('/wallboards', { name: 'Wall', customerId: customer.id });
    expect([customer, plan, board].map(({ createdAt }) => isNow(createdAt))).toEqual([true, true, true]);
    expect((await call(url, token, 'PATCH', `/plans/${plan.id}`, { status: 'active' })).status).toBe(200);
    const versions = rowsOf((await call(url, token, 'GET', `/plans/${plan.id}/versions`)).body);
    expect(versions).toMatchObject([{ state: 'current' }]);
    await call(url, token, 'PATCH', `/customers/${customer.id}`, { name: 'Acme Ltd' });
    const trail = rowsOf((await call(url, token, 'GET', '/audit')).body);
    expect(trail.length).toBeGreaterThan(4);
    expect(trail.filter(({ at }) => !isNow(at))).toEqual([]);

    const opened = await openDb({ dataFolder: '', databaseUrl: server.url('ahead'), databaseSchema: null });
    const { db } = opened;
    try {
      const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
      // With a clock one hour ahead, everything below would be expired or due.
      await sql`insert into wallboard_links (id, wallboard_id, name, token_hash, expires_at, created_by)
        values (${newId()}, ${board.id}, 'Screen', 'x', ${inMinutes(30)}, 'ada')`.execute(db);
      expect((await call(url, token, 'GET', `/wallboards/${board.id}`)).body).toMatchObject({ linkCount: 1 });
      await sql`insert into customer_plans (id, customer_id, plan_id, valid_from, valid_until, created_by)
        values (${newId()}, ${customer.id}, ${plan.id}, ${inMinutes(-60)}, ${inMinutes(30)}, 'ada')`.execute(db);
      const limit = await sql<{ days: number }>`select plan_limit(${customer.id}, 'roundingDecimals') as days`.execute(
        db,
      );
      expect(limit.rows[0]?.days).toEqual(expect.any(Number));
      const times = await sql<Record<string, unknown>>`select (select min(created_at) from users) as made,
        (select min(created_at) from one_time_links) as linked, (select max(created_at) from customer_plans) as planned`.execute(
        db,
      );
      expect(Object.values(times.rows[0] ?? {}).filter((time) => time !== null && !isNow(time))).toEqual([]);
      expect(await recordingsDue(db, pbx, customer.id, inMinutes(30 - 30 * 1440))).toEqual(['due.wav']);
    } finally {
      await opened.close();
    }
  });

  it('lists the difference in the notifications of platform staff', async () => {
    const console_ = start();
    const url = await console_.ready();
    const { body } = await call(url, await signIn(url, 'ada'), 'GET', '/user/notifications');
    expect(rowsOf(body)).toContainEqual(
      expect.objectContaining({ kind: 'database-clock', params: { differenceSeconds: expect.closeTo(3600, -1) } }),
    );
  });

  it("uses the database's time again after its clock was corrected", async () => {
    await setClock(0);
    const console_ = start();
    const url = await console_.ready();
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    expect(console_.output()).not.toContain('database clock');
    token = await signIn(url, 'ada');
    const { body } = await call(url, token, 'POST', '/customers', { code: 'later', name: 'Later' });
    expect(isNow((body as Row).createdAt)).toBe(true);
  });
});

/** Returns the recordings that are due for deletion. A recording with half an hour left must not be due. */
const recordingsDue = async (
  db: Parameters<typeof dueRecordings>[0],
  { id: serverId }: Row,
  customerId: string,
  startAt: Date,
): Promise<readonly string[]> => {
  await sql`insert into recording_sources (server_id, kind, may_delete) values (${serverId}, 'local', true)`.execute(
    db,
  );
  for (const [file, at] of [
    ['kept.wav', startAt],
    ['due.wav', new Date(startAt.getTime() - HOUR_MS)],
  ] as const) {
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs) values (${newId()}, ${serverId}, ${file}, ${file}, ${customerId}, 'inbound', 'answered', '+1', '',
      '+2', '', '', ${at}, ${at}, ${at}, 1, 0, 1, 1, ${file}, 1)`.execute(db);
  }
  return (await dueRecordings(db, 10)).map((row) => row.file);
};
