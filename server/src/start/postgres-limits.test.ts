// Tests a console whose PostgreSQL refuses connections, does not answer, or lets another console take the lock. Uses real servers and
// processes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresPrograms } from '../platform/db/testing/postgres-server.ts';
import { call, firstToken } from '../testing/console-client.ts';
import type { HttpAnswer } from '../testing/console-client.ts';
import { layPostgres } from '../testing/console-on-postgres.ts';
import type { PostgresGround } from '../testing/console-on-postgres.ts';

const skip = postgresPrograms() === null;
let ground: PostgresGround;
const clients: pg.Client[] = [];

beforeAll(async () => {
  if (!skip) ground = await layPostgres();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
  await ground?.killAll();
});
afterAll(() => ground?.remove());

/** A connection that a test keeps open. */
const connect = async (database: string, user?: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ground.server.url(database, user) });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
};

const countCustomers = async (database: string): Promise<number> =>
  Number((await ground.server.sql('select count(*) as n from customers', [], database))[0]?.['n']);

// Each test starts processes, which is slow on a busy machine.
describe.skipIf(skip)('a console on PostgreSQL', { timeout: 240_000 }, () => {
  it('answers 503 with Retry-After if a request gets no connection in time', async () => {
    const { server } = ground;
    const database = await ground.makeDatabase();
    const console_ = ground.start(database, {
      RINGSIDE_DATABASE_CONNECTIONS: '2',
      // The test holds the lock for longer than requests wait for a lock.
      RINGSIDE_STATEMENT_SECONDS: '900',
    });
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const holder = await connect(database);
    await holder.query('begin');
    await holder.query('lock table plans in access exclusive mode');
    // Two requests hold the pool's connections until the lock is released.
    const answers: Promise<HttpAnswer>[] = [1, 2].map(() => call(url, token, 'GET', '/plans'));
    const blocked = "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
    await vi.waitUntil(async () => (await server.sql(blocked, [database])).length === 2, 60_000);
    const refused = await call(url, token, 'GET', '/users');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.body).toMatchObject({ code: 'busy', detail: 'The database has no free connection' });
    await console_.says('no free database connection');
    await holder.query('commit');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await call(url, token, 'GET', '/users')).status).toBe(200);
  });

  it('rolls back requests that exceed the grace period, and exits cleanly', async () => {
    const database = await ground.makeDatabase();
    await ground.server.sql(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
       create trigger slow before insert on customers for each row execute function slow()`,
      [],
      database,
    );
    const console_ = ground.start(database);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    const csv = ['code,name', ...Array.from({ length: 400 }, (_, i) => `a${i},Customer a${i}`)].join('\n');
    const importing = call(url, token, 'POST', '/customers/import', { csv });
    const sleeping = "select 1 from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'";
    await vi.waitUntil(async () => (await ground.server.sql(sleeping, [database])).length > 0, 60_000);
    console_.kill('SIGTERM');
    const answer = await importing;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await console_.exited).toBe(0);
    expect(await countCustomers(database)).toBe(0);
    expect(console_.output()).not.toContain('driver has already been destroyed');
  });

  it('stops writing and exits after another console has taken its lock', async () => {
    const { server } = ground;
    const database = await ground.makeDatabase();
    const console_ = ground.start(database);
    const url = await console_.ready();
    const token = await firstToken(url, console_.output());
    // Waits for the lock like a console that takes over.
    const other = await connect(database);
    const taken = other.query("select pg_advisory_lock(hashtextextended('ringside console ', 0))");
    const waits = "select 1 from pg_locks where locktype = 'advisory' and not granted";
    await vi.waitUntil(async () => (await server.sql(waits, [], database)).length === 1, 60_000);
    await server.sql(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and a.application_name like 'ringside %'`,
      [],
      database,
    );
    await taken;
    const body = { code: 'late', name: 'Late' };
    const answer = await call(url, token, 'POST', '/customers', body).catch(() => null);
    expect(answer === null || answer.status === 503).toBe(true);
    expect(await console_.exited).toBe(1);
    expect(console_.output()).toContain(`The database ${database} on 127.0.0.1:${server.port} is in use by`);
    expect(await countCustomers(database)).toBe(0);
  });

  it('checks the data folder before it changes the database', async () => {
    const { server } = ground;
    await server.sql('create database empty');
    const file = join(server.folder, 'no-folder');
    writeFileSync(file, '');
    const console_ = ground.start('empty', { RINGSIDE_DATA: file });
    expect(await console_.exited).toBe(1);
    expect(console_.output()).toMatch(
      /^Cannot write to the data folder \S+no-folder: not a folder\. Set RINGSIDE_DATA /,
    );
    expect(console_.output()).toContain('RINGSIDE_SECRET_KEY');
    expect(await server.sql("select 1 from pg_tables where schemaname = 'public'", [], 'empty')).toEqual([]);
  });

  it('names the user but not the password when PostgreSQL rejects the password', async () => {
    const { server } = ground;
    await server.sql(`create role guarded login password 'right'`);
    const rules = join(server.folder, 'data/pg_hba.conf');
    writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    await server.sql('select pg_reload_conf()');
    const console_ = ground.start('migrated', { DATABASE_URL: server.url('migrated', 'guarded', 'hush-hush') });
    expect(await console_.exited).toBe(1);
    expect(console_.output()).toMatch(
      /^Cannot sign in to PostgreSQL at 127\.0\.0\.1:\d+ \(database migrated\) as user guarded: password authentication failed for user "guarded"\. .+\n$/,
    );
    expect(console_.output()).not.toContain('hush');
  });
});
