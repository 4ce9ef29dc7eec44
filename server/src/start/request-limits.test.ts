// Tests requests that wait in PostgreSQL for a lock or a slow statement. Uses real servers and processes.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../platform/db/testing/postgres-server.ts';
import { limitsOf } from '../platform/http/drain.ts';
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

const connect = async (database: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ground.server.url(database) });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
};

const startWith = async (environment: Record<string, string>) => {
  const database = await ground.makeDatabase();
  const console_ = ground.start(database, environment);
  const url = await console_.ready();
  const token = await firstToken(url, console_.output());
  const ask = (method: string, path: string, body?: unknown) => call(url, token, method, path, body);
  const rows = (text: string) => ground.server.sql(text, [], database);
  return { database, console_, ask, rows };
};

const expectTimedOut = ({ status, headers, body }: HttpAnswer): void => {
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({ code: 'timed-out', title: 'The database took too long' });
};

// Each test starts processes, which is slow on a busy machine.
describe.skipIf(skip)('a request on PostgreSQL', { timeout: 240_000 }, () => {
  it('that waits for a lock is answered with 503, writes nothing and leaves the connection usable', async () => {
    const { database, console_, ask, rows } = await startWith({
      RINGSIDE_STATEMENT_SECONDS: '4',
      RINGSIDE_DATABASE_CONNECTIONS: '2',
    });
    const made = await ask('POST', '/customers', { code: 'acme', name: 'Acme' });
    expect(made.status).toBe(201);
    const { id, version } = made.body as { readonly id: string; readonly version: number };
    const path = `/customers/${id}`;
    const holder = await connect(database);
    await holder.query('begin');
    await holder.query('select 1 from customers for update');
    const change = { name: 'Acme Ltd', version };
    const counted = 'select count(*) as n from audit';
    const before = await rows(counted);
    // More requests in sequence than the pool has connections, to detect connections that stay blocked.
    for (let i = 0; i < 3; i += 1) expectTimedOut(await ask('PATCH', path, change));
    expect(await rows(counted)).toEqual(before);
    await holder.query('rollback');
    // Lock the tables that every request reads first.
    await holder.query('begin');
    await holder.query('lock table sessions in access exclusive mode');
    const answer = await ask('GET', path);
    if (answer.status !== 200) expectTimedOut(answer);
    await holder.query('rollback');
    await holder.query('begin');
    await holder.query('lock table customers in access exclusive mode');
    expectTimedOut(await ask('GET', '/customers'));
    expectTimedOut(await ask('GET', '/customers/export?format=csv'));
    expectTimedOut(await ask('POST', '/customers/import', { csv: 'code,name\nbeta,Beta' }));
    await holder.query('rollback');
    expect(await rows('select code, name from customers')).toEqual([{ code: 'acme', name: 'Acme' }]);
    expect((await ask('PATCH', path, change)).status).toBe(200);
    expect(console_.output()).toContain('"route":"/api/customers/:id","msg":"statement timed out"');
    expect(console_.output()).not.toContain('database unreachable');
  });

  it('that takes too long is rolled back, while an import has five times as long', async () => {
    const { ask, rows } = await startWith({ RINGSIDE_STATEMENT_SECONDS: '1' });
    await rows(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$;
       create trigger slow before insert on customers for each row execute function slow()`,
    );
    expectTimedOut(await ask('POST', '/customers', { code: 'acme', name: 'Acme' }));
    expect(await rows('select code from customers')).toEqual([]);
    const imported = await ask('POST', '/customers/import', { csv: 'code,name\nbeta,Beta' });
    expect(imported).toMatchObject({ status: 200, body: { created: 1 } });
  });
});

it('gives reports, exports and imports five times as long for statements, but not for locks', () => {
  const ordinary = { statementMs: 60_000, lockMs: 15_000 };
  const long = { statementMs: 300_000, lockMs: 15_000 };
  expect(limitsOf({ path: '/customers' }, 60)).toEqual(ordinary);
  expect(limitsOf({ path: '/customers/export', file: ['text/csv'] }, 60)).toEqual(long);
  expect(limitsOf({ path: '/customers/import' }, 60)).toEqual(long);
  expect(limitsOf({ path: '/reports/queues' }, 60)).toEqual(long);
  expect(limitsOf({ path: '/rates', bodyType: 'text/csv' }, 60)).toEqual(long);
});
