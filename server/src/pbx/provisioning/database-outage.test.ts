// Tests the loss of the console's database during a provisioning run: the next run detects what was written and completes it.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import { createDisk } from '../../../../tools/fake-pbx/src/sim/config-disk.ts';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let server: TestConsole;
let token: string;
let pbx: FakePbx;
let serverId: number;

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const phone = (name: string): string =>
  JSON.stringify(
    pbx
      .world()
      .loaded.disk.get('ringside_endpoints.conf')
      ?.sections.find((each) => each.name === name) ?? '',
  );
/** Makes writes of the run's result fail. Reads still work. */
const lose = async (): Promise<void> => {
  const { db } = server.deps;
  // A sequence keeps its value when the transaction is rolled back.
  await sql`create sequence gone_times`.execute(db);
  await sql`create function gone() returns trigger language plpgsql as $$
    begin perform nextval('gone_times'); raise exception 'gone'; end $$`.execute(db);
  await sql`create trigger gone before update on provisioning for each row execute function gone()`.execute(db);
  await sql`create trigger gone before update on provisioning_runs for each row
    when (new.outcome <> 'running') execute function gone()`.execute(db);
  await sql`create trigger gone before insert or update on provisioning_objects for each row
    when (new.state <> 'pending') execute function gone()`.execute(db);
};
const wasLost = async (): Promise<boolean | undefined> =>
  (await sql<{ called: boolean }>`select is_called as called from gone_times`.execute(server.deps.db)).rows[0]?.called;
const bringBack = async (): Promise<void> => {
  await sql`drop function gone() cascade`.execute(server.deps.db);
};

beforeAll(async () => {
  server = await startTestConsole();
  const options = { username: 'root', role: 'administrator', email: 'root@example.com', password: PASSWORD };
  await runCommand(server.deps, { command: 'user create', options });
  token = await server.signIn('root');
  const plan = { ...labPlan, agents: [] };
  pbx = createFakePbx({ plan, users: [WRITER], disk: createDisk(plan, [WRITER]), pace: { kind: 'manual' } });
  const address = await pbx.listen();
  const login = { amiUsername: WRITER.username, amiSecret: WRITER.secret };
  const place = { name: 'North', amiHost: address.host, amiPort: address.port };
  ({ id: serverId } = await ask('POST', '/endpoints', { ...place, ...login }));
  const { username, secret } = WRITER;
  await ask('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, username, secret });
});
afterAll(async () => {
  await server?.close();
  await pbx?.close();
});

it('completes a run whose end could not be stored in the next run, without reporting manual edits', async () => {
  const runStatus = async () => {
    const { status, problem, counts } = await ask('GET', `/endpoints/${serverId}/provisioning`);
    return { status, problem, pending: counts.pending, failed: counts.failed, drift: counts.drift };
  };
  const settled = () =>
    expect.poll(runStatus, PATIENCE).toEqual({ status: 'idle', problem: null, pending: 0, failed: 0, drift: 0 });
  const { id: customerId } = await ask('POST', '/customers', { code: 'newco', name: 'New Co' });
  const line = await ask('POST', '/subscribers', { customerId, serverId, extension: '201', name: 'First' });
  await settled();
  await lose();
  await ask('PATCH', `/subscribers/${line.id}`, { name: 'Second' });
  await expect.poll(() => phone('newco-201'), PATIENCE).toContain('Second');
  // The database does not know the current state of the PBX, and the desired state has changed.
  await ask('PATCH', `/subscribers/${line.id}`, { name: 'Third' });
  await expect.poll(wasLost, PATIENCE).toBe(true);
  await bringBack();
  await expect.poll(() => phone('newco-201'), PATIENCE).toContain('Third');
  await settled();
  const { data } = await ask('GET', `/endpoints/${serverId}/provisioning/runs`);
  const outcomes = data.map((run: { outcome: string }) => run.outcome);
  expect(outcomes).toContain('failed');
  expect(outcomes).not.toContain('running');
});
