// Tests that a shutdown handles unfinished work: an upload, an invoice, the provisioning of a PBX server. Uses real consoles on a real
// PostgreSQL. A lock of the test ensures that the work is unfinished when the signal arrives.
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../tools/fake-pbx/src/lab-world.ts';
import { createDisk } from '../../../tools/fake-pbx/src/sim/config-disk.ts';
import { postgresPrograms } from '../platform/db/testing/postgres-server.ts';
import { call, firstToken } from '../testing/console-client.ts';
import { layPostgres } from '../testing/console-on-postgres.ts';
import type { PostgresGround } from '../testing/console-on-postgres.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
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

const begin = async () => {
  const database = await ground.makeDatabase();
  // Requests wait longer for a lock than a shutdown waits for requests.
  const console_ = ground.start(database, { RINGSIDE_STATEMENT_SECONDS: '900' });
  const url = await console_.ready();
  const token = await firstToken(url, console_.output());
  const rows = (text: string) => ground.server.sql(text, [], database);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, token, method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as { readonly id: string };
  };
  /** Blocks writers of the table. Returns a function that releases them. */
  const hold = async (table: string) => {
    const client = new pg.Client({ connectionString: ground.server.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    await client.query('begin');
    await client.query(`lock table ${table} in share row exclusive mode`);
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return {
      isWaitedFor: () => vi.waitUntil(async () => (await rows(waits)).length > 0, PATIENCE),
      release: () => client.query('rollback'),
    };
  };
  const drains = () => vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, PATIENCE);
  return { console_, url, token, rows, ask, hold, drains };
};
type Stage = Awaited<ReturnType<typeof begin>>;

const makePlan = ({ ask }: Stage) =>
  ask('POST', '/plans', {
    name: 'Office',
    status: 'active',
    currency: 'GBP',
    fixedFee: '40',
    billingInterval: 'month',
  });

/** Starts the upload of a CSV file with rates. */
const uploadRates = async ({ url, token }: Stage, planId: string) => {
  const lines = Array.from({ length: 50 }, (_, i) => `44${100 + i},Place ${i},0.0${1 + (i % 9)}`);
  const body = ['prefix,destinationName,ratePerMinute', ...lines, ''].join('\n');
  const sent = request(`${url}/api/plans/${planId}/rates/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'content-length': body.length, authorization: `Bearer ${token}` },
  });
  const answer = new Promise<number | undefined>((resolve) => {
    sent
      .on('error', () => resolve(undefined))
      .on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
  });
  sent.write(body.slice(0, 600));
  const running = async () => /ringside_requests_running 1/.test(await (await fetch(`${url}/metrics`)).text());
  await vi.waitUntil(running, PATIENCE);
  return { answer, finish: () => void sent.end(body.slice(600)) };
};

// Each test starts processes, which is slow on a busy machine.
describe.skipIf(skip)('a shutdown', { timeout: 240_000 }, () => {
  it('lets an upload finish, and keeps nothing of an unfinished one', async () => {
    for (const ends of [true, false]) {
      const stage = await begin();
      const { id } = await makePlan(stage);
      const upload = await uploadRates(stage, id);
      stage.console_.kill('SIGTERM');
      await stage.drains();
      if (ends) upload.finish();
      expect(await upload.answer).toBe(ends ? 200 : undefined);
      expect(await stage.console_.exited).toBe(0);
      const [stored] = await stage.rows('select count(*)::integer as n from rates');
      expect(stored?.['n']).toBe(ends ? 50 : 0);
    }
  });

  it('lets an invoice draft finish, or rolls it back completely', async () => {
    for (const ends of [true, false]) {
      const stage = await begin();
      const { ask, rows } = stage;
      await ask('POST', '/issuers', { name: 'Vega Telecom', legalName: 'Vega Telecom Ltd', isDefault: true });
      const { id: planId } = await makePlan(stage);
      const { id: customerId } = await ask('POST', '/customers', { code: 'acme', name: 'Acme', currency: 'GBP' });
      await ask('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
      const held = await stage.hold('invoice_lines');
      const period = { customerId, firstDay: '2026-10-01', lastDay: '2026-10-31' };
      const drafting = call(stage.url, stage.token, 'POST', '/invoices', period).catch(() => null);
      await held.isWaitedFor();
      stage.console_.kill('SIGTERM');
      await stage.drains();
      if (ends) await held.release();
      expect((await drafting)?.status).toBe(ends ? 201 : 503);
      expect(await stage.console_.exited).toBe(0);
      await held.release();
      const found = await rows(
        `select i.net = sum(l.net) as whole from invoices i join invoice_lines l on l.invoice_id = i.id group by i.id`,
      );
      expect(found).toEqual(ends ? [{ whole: true }] : []);
      expect(await rows('select 1 from invoices')).toHaveLength(ends ? 1 : 0);
    }
  });

  it('lets the provisioning of a PBX server finish and stores its result', async () => {
    const user = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };
    const plan = { ...labPlan, agents: [] };
    const pbx = createFakePbx({ plan, users: [user], disk: createDisk(plan, [user]), pace: { kind: 'manual' } });
    try {
      const { host, port } = await pbx.listen();
      const stage = await begin();
      const { ask, rows, console_ } = stage;
      const login = { amiUsername: user.username, amiSecret: user.secret };
      const { id: serverId } = await ask('POST', '/endpoints', {
        name: 'North',
        amiHost: host,
        amiPort: port,
        ...login,
      });
      const { username, secret } = user;
      await ask('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, username, secret });
      const { id: customerId } = await ask('POST', '/customers', { code: 'newco', name: 'New Co' });
      const settled = "select 1 from provisioning_runs where kind = 'apply' and outcome in ('applied', 'unchanged')";
      const isQuiet = async () =>
        (await rows(settled)).length > 0 &&
        (await rows("select 1 from provisioning_runs where outcome = 'running'")).length === 0;
      await vi.waitUntil(isQuiet, PATIENCE);
      const held = await stage.hold('provisioning_objects');
      await ask('POST', '/subscribers', { customerId, serverId, extension: '201', name: 'First' }).catch(
        () => undefined,
      );
      await held.isWaitedFor();
      console_.kill('SIGTERM');
      await stage.drains();
      await held.release();
      expect(await console_.exited).toBe(0);
      expect(await rows("select 1 from provisioning_runs where outcome = 'running'")).toEqual([]);
      const written =
        pbx
          .world()
          .loaded.disk.get('ringside_endpoints.conf')
          ?.sections.map(({ name }) => name) ?? [];
      expect(written).toContain('newco-201');
      const states = await rows("select distinct state from provisioning_objects where name = 'newco-201'");
      expect(states).toEqual([{ state: 'applied' }]);
    } finally {
      await pbx.close();
    }
  });
});
