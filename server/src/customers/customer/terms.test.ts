// Tests the terms that the platform sets for a customer's users: prices, deletion of recordings, retention of call records, servers.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateDue } from '../../billing/rate-due.ts';
import { deleteOldCalls } from '../../calls/retain-calls.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

const DAY = 86_400_000;
const RATE = '0.871543';

let running: TestConsole;
let world: World;
let admin: string;
let own: string;
let made = 0;

const must = async (method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await running.call(admin, method, path, body, headers);
  expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, '']);
  return answer.body;
};
const setTerms = (values: object) => must('PATCH', `/customers/${world.a.customerId}`, values);

const makeCall = async (daysAgo: number, more: { readonly held?: boolean; readonly customerId?: string } = {}) => {
  made += 1;
  const [id, linked, at] = [randomUUID(), `terms-${made}`, new Date(Date.now() - daysAgo * DAY)];
  const { db } = running.deps;
  await sql`insert into cdr_legs (server_id, linkedid, uniqueid, sequence, account_code, peer_account, tenant_id, source,
    destination, context, caller_id, channel, destination_channel, last_application, last_data, start_at, answer_at, end_at,
    duration, billable_seconds, disposition, user_field, recording_file) values (${world.a.endpointId}, ${linked}, ${linked},
    1, '', '', '', '100', '+442079469731', '', '', '', '', 'Dial', '', ${at}, ${at}, ${at}, 60, 60, 'ANSWERED', '',
    '')`.execute(db);
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
    destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
    recording_file, legs, recording_held) values (${id}, ${world.a.endpointId}, ${linked}, ${linked},
    ${more.customerId ?? world.a.customerId}, 'outbound', 'answered', '100', '', '+442079469731', '100', '', ${at}, ${at}, ${at},
    60, 0, 60, 60, '', 1, ${more.held ?? false})`.execute(db);
  await rateDue(db, null);
  return id;
};

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  const plan = await must('POST', '/plans', { name: 'Terms', fixedFee: '0', status: 'active' });
  await must('POST', `/plans/${plan.id}/rates/import`, `prefix,ratePerMinute,connectFee\n44,${RATE},0\n`, {
    'content-type': 'text/csv',
  });
  const validFrom = '2020-01-01T00:00:00Z';
  await must('POST', `/plans/${plan.id}/customers`, { customerId: world.a.customerId, validFrom });
});
afterAll(() => running?.close());

describe('prices', () => {
  it('are shown to its users in calls, files and reports if the terms allow it, and ledgers are never hidden', async () => {
    const id = await makeCall(0);
    const seen = async (token: string) => {
      const call = await running.call(token, 'GET', `/reports/cdr/${id}`);
      const file = await running.call(token, 'GET', '/reports/cdr?format=csv');
      const report = await running.call(token, 'GET', '/reports/billing');
      const user = await running.call(token, 'GET', '/user');
      expect([call.status, file.status, report.status]).toEqual([200, 200, 200]);
      return {
        amount: call.body.price.amount as string,
        steps: call.text.includes(RATE),
        file: /0\.87(15)?/.test(file.text),
        report: /"usage":"0\.87/.test(report.text),
        told: user.body.seesPrices as boolean,
      };
    };
    const all = { amount: '0.8715', steps: true, file: true, report: true, told: true };
    expect(await seen(admin)).toEqual(all);
    const none = { amount: '***', steps: false, file: false, report: false, told: false };
    expect(await seen(own)).toEqual(none);
    const account = await running.call(own, 'GET', `/customers/${world.a.customerId}/account`);
    expect(account.body.unbilled).toMatch(/^0\.87/);
    await setTerms({ showPrices: true });
    expect(await seen(own)).toEqual(all);
    await setTerms({ showPrices: false });
    expect(await seen(own)).toEqual(none);
  });

  it('cannot be enabled by a caller who does not see them, and do not prevent assigning roles', async () => {
    const reseller = world.a.tokens['reseller'] ?? '';
    const path = `/customers/${world.a.customerId}`;
    const refused = await running.call(reseller, 'PATCH', path, { showPrices: true });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'showPrices', code: 'withheld' }]]);
    expect((await running.call(reseller, 'PATCH', path, { showPrices: false, phone: '' })).status).toBe(200);
    const user = {
      username: 'terms-leader',
      email: 'terms-leader@example.com',
      role: 'supervisor',
      password: PASSWORD,
    };
    const callcenterIds = [world.a.callcenterId];
    expect((await running.call(own, 'POST', '/users', { ...user, callcenterIds })).status).toBe(201);
  });
});

describe('recordings', () => {
  it('can be deleted by its users while the terms allow it', async () => {
    const remove = async () => (await running.call(own, 'DELETE', `/recordings/${randomUUID()}`)).status;
    expect(await remove()).toBe(403);
    await setTerms({ allowRecordingDelete: true });
    expect(await remove()).toBe(404);
    const supervisor = world.a.tokens['supervisor'] ?? '';
    expect((await running.call(supervisor, 'DELETE', `/recordings/${randomUUID()}`)).status).toBe(403);
    const test = { userId: world.a.userIds['customer-admin'], action: 'delete', resource: 'recording' };
    expect((await running.call(admin, 'POST', '/acl/test', test)).body.allowed).toBe(true);
    await setTerms({ allowRecordingDelete: false });
    expect(await remove()).toBe(403);
    expect((await running.call(admin, 'POST', '/acl/test', test)).body.allowed).toBe(false);
  });
});

describe('call records', () => {
  it('are deleted after their retention period, leaving their amounts, unless they are on hold or not yet invoiced', async () => {
    const { db } = running.deps;
    const ids = { young: await makeCall(9), old: await makeCall(11), held: await makeCall(11, { held: true }) };
    const unasked = await makeCall(11);
    const others = await makeCall(400, { customerId: world.b.customerId });
    const invoice = randomUUID();
    const billed = [ids.young, ids.old, ids.held];
    await sql`insert into invoices (id, customer_id, kind, currency, language, period_start, period_end, first_day, end_day,
      fees_until, time_zone, made_by) values (${invoice}, ${world.a.customerId}, 'invoice', 'USD', 'en', '2026-01-01',
      '2026-02-01', '2026-01-01', '2026-02-01', '2026-02-01', 'UTC', 'terms')`.execute(db);
    await sql`update call_ratings set invoice_id = ${invoice} where call_id = any(${billed}::uuid[])`.execute(db);
    const sweep = () => deleteOldCalls(db, Date.now(), (error) => expect.fail(String(error)));
    expect(await sweep()).toBe(0);
    expect((await setTerms({ cdrRetentionDays: 10, recordingHold: true })).cdrRetentionDays).toBe(10);
    expect(await sweep()).toBe(0);
    await setTerms({ recordingHold: false });
    const report = async () =>
      (await running.call(admin, 'GET', '/reports/billing?from=2020-01-01&to=2020-02-01')).status;
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await report()).toBe(200);
    const status = async (id: string) => (await running.call(admin, 'GET', `/reports/cdr/${id}`)).status;
    expect(await Promise.all([ids.young, ids.old, ids.held, unasked, others].map(status))).toEqual([
      200, 404, 200, 200, 200,
    ]);
    const { rows } = await sql<{ amount: string; steps: unknown[]; legs: number }>`select amount::text, steps,
      (select count(*)::integer from cdr_legs) as legs from call_ratings where call_id = ${ids.old}`.execute(db);
    expect(rows).toMatchObject([{ amount: '0.871500', steps: [], legs: made - 1 }]);
    // A file from the deleted period is imported again. Its calls were already paid for.
    const again = await makeCall(40);
    const { rows: late } =
      await sql`select status, amount::text, steps from call_ratings where call_id = ${again}`.execute(db);
    expect(late).toEqual([{ status: 'excluded', amount: '0.000000', steps: [{ kind: 'no-longer-kept' }] }]);
    expect(await sweep()).toBe(1);
    const trail = await running.call(admin, 'GET', '/audit?resource=cdr&action=delete');
    const deleted = { username: 'retention', after: { calls: 1, reason: 'retention' } };
    expect(trail.body.data).toMatchObject([deleted, deleted]);
  });
});

describe('PBX servers', () => {
  it('assigned to a customer are the only ones for new rows, and the first is the default', async () => {
    const { a } = world;
    const pbx = (name: string) =>
      must('POST', '/endpoints', { name, amiHost: '127.0.0.1', amiUsername: 'x', amiSecret: 'y', enabled: false });
    const [home, spare] = [await pbx('Terms home'), await pbx('Terms spare')];
    const offered = async (token: string) =>
      (await running.call(token, 'GET', `/subscribers/servers?customerId=${a.customerId}`)).body.data.map(
        (s: { id: number }) => s.id,
      );
    expect(await offered(admin)).toEqual(expect.arrayContaining([a.endpointId, home.id, spare.id]));
    expect(await offered(own)).toEqual([a.endpointId]);
    const other = `/subscribers/servers?customerId=${world.b.customerId}`;
    expect((await running.call(own, 'GET', other)).body.data).toEqual([]);
    expect((await setTerms({ serverIds: [home.id, spare.id] })).serverIds).toEqual([home.id, spare.id]);
    expect(await offered(admin)).toEqual([home.id, spare.id]);
    expect(await offered(own)).toEqual([home.id, spare.id]);
    const line = { customerId: a.customerId, name: 'Desk' };
    const elsewhere = { serverId: a.endpointId };
    const move = `/queues/${a.queueId}/move?serverId=${home.id}`;
    expect((await running.call(admin, 'GET', move)).status).toBe(200);
    await setTerms({ serverIds: [spare.id] });
    expect((await running.call(admin, 'GET', move)).body.errors).toMatchObject([
      { path: 'serverId', code: 'not-its-server' },
    ]);
    await setTerms({ serverIds: [home.id, spare.id] });
    const refused = [
      await running.call(admin, 'POST', '/subscribers', { ...line, ...elsewhere, extension: '7701' }),
      await running.call(admin, 'POST', '/queues', { ...elsewhere, callcenterId: a.callcenterId, name: 'terms-queue' }),
      await running.call(admin, 'POST', '/trunks', {
        ...elsewhere,
        customerId: a.customerId,
        name: 'Terms',
        code: 'terms',
        host: 'sip.example.com',
      }),
      await running.call(admin, 'POST', '/dids', {
        ...line,
        ...elsewhere,
        number: '+442079460999',
        destination: { kind: 'hangup' },
      }),
    ];
    for (const { status, body } of refused)
      expect([status, body.errors?.[0]]).toMatchObject([
        422,
        { path: 'serverId', code: 'not-its-server', params: { names: 'Terms home, Terms spare' } },
      ]);
    expect((await must('POST', '/subscribers', { ...line, extension: '7702' })).serverId).toBe(home.id);
    expect((await must('POST', '/subscribers', { ...line, extension: '7703', serverId: spare.id })).serverId).toBe(
      spare.id,
    );
    const reseller = world.a.tokens['reseller'] ?? '';
    const path = `/customers/${a.customerId}`;
    expect((await running.call(reseller, 'PATCH', path, { serverIds: [] })).status).toBe(403);
    expect((await running.call(admin, 'PATCH', path, { serverIds: [987_654] })).body.errors).toMatchObject([
      { code: 'unknown' },
    ]);
    await must('PATCH', `/customers/${a.parentId}`, { serverIds: [spare.id] });
    const child = await running.call(reseller, 'POST', '/customers', { code: 'terms-child', name: 'Terms child' });
    expect([child.status, child.body.serverIds]).toEqual([201, [spare.id]]);
    await setTerms({ serverIds: [] });
    expect(await offered(admin)).toContain(a.endpointId);
  });
});
