import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchRecordingQuotas } from '../../calls/recordings/watch-recording-quotas.ts';
import { picturePng } from '../../testing/picture-png.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const change = (body: object) => server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, body);
const queue = (name: string) =>
  server.call(admin, 'POST', '/queues', {
    callcenterId: world.a.callcenterId,
    serverId: world.a.endpointId,
    name,
  });
const user = (username: string) =>
  server.call(world.a.tokens['customer-admin'] ?? '', 'POST', '/users', {
    username,
    email: `${username}@example.com`,
    role: 'agent',
  });

describe('the limits of a customer', () => {
  it.each([
    ['maxQueues', queue, 1],
    ['maxUsers', user, 5],
  ] as const)('%s prevents further rows until it is raised', async (limit, make, now) => {
    expect((await change({ [limit]: now })).body[limit]).toBe(now);
    const refused = await make(`${limit}-1`);
    expect([refused.status, refused.body.errors[0].code, refused.body.errors[0].params]).toEqual([
      409,
      'limit-reached',
      { most: now },
    ]);
    expect((await change({ [limit]: now + 1 })).status).toBe(200);
    expect((await make(`${limit}-1`)).status).toBe(201);
    expect((await make(`${limit}-2`)).status).toBe(409);
    expect((await change({ [limit]: null })).body[limit]).toBeNull();
    expect((await make(`${limit}-2`)).status).toBe(201);
  });

  it('applies to every line of an import', async () => {
    await change({ maxUsers: null });
    const { total } = (await server.call(admin, 'GET', `/users?customerId=${world.a.customerId}`)).body.meta;
    await change({ maxUsers: total + 1 });
    const csv = 'username,email,role\nline-1,line-1@example.com,agent\nline-2,line-2@example.com,agent\n';
    const { body } = await server.call(world.a.tokens['customer-admin'] ?? '', 'POST', '/users/import', { csv });
    expect(body).toMatchObject({ created: 0, errors: [{ line: 3, code: 'limit-reached' }] });
    await change({ maxUsers: null });
  });
});

describe('the quotas of a customer', () => {
  const agent = (username: string) => user(username);

  it('count agents by role, including users who become agents', async () => {
    const { agentCount } = (await server.call(admin, 'GET', `/customers/${world.a.customerId}`)).body;
    await change({ maxAgents: agentCount });
    const refused = await agent('agent-too-many');
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      409,
      { path: 'roleId', code: 'limit-reached', params: { most: agentCount } },
    ]);
    const boss = { username: 'becomes-agent', email: 'becomes@example.com', role: 'customer-admin' };
    const made = await server.call(world.a.tokens['customer-admin'] ?? '', 'POST', '/users', boss);
    const turned = await server.call(admin, 'PATCH', `/users/${made.body.id}`, { role: 'agent' });
    expect([turned.status, turned.body.errors[0].code]).toEqual([409, 'limit-reached']);
    await change({ maxAgents: null });
  });

  it('come from the plan unless the customer has its own', async () => {
    const limits = async () => (await server.call(admin, 'GET', `/customers/${world.b.customerId}`)).body.limits;
    expect((await limits()).queues).toBeNull();
    const terms = { name: 'Limited', status: 'active', currency: 'USD', maxQueues: 1, maxRecordingMb: 5 };
    const plan = (await server.call(admin, 'POST', '/plans', terms)).body;
    const given = await server.call(admin, 'POST', `/plans/${plan.id}/customers`, { customerId: world.b.customerId });
    expect(given.status).toBe(201);
    expect(await limits()).toMatchObject({ queues: 1, recordingMb: 5, users: null });
    const queueOfB = (name: string) =>
      server.call(admin, 'POST', '/queues', { callcenterId: world.b.callcenterId, serverId: world.b.endpointId, name });
    expect((await queueOfB('over-plan')).body.errors[0]).toMatchObject({ code: 'limit-reached', params: { most: 1 } });
    await server.call(admin, 'PATCH', `/customers/${world.b.customerId}`, { maxQueues: 20 });
    expect((await queueOfB('over-plan')).status).toBe(201);
  });

  it('stop further recordings when the recording quota is used up', async () => {
    const path = `/customers/${world.b.customerId}`;
    const shown = async () => (await server.call(admin, 'GET', path)).body;
    const told = async () =>
      (await server.call(admin, 'GET', '/user/notifications')).body.data.map((n: { kind: string }) => n.kind);
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs) values ('00000000-0000-4000-8000-00000000ca12', 1, 'l2', 'l2', ${world.b.customerId}, 'inbound',
      'answered', '', '', '', '', '', now(), now(), now(), 400, 1, 399, 399, 'b/1.wav', 1)`.execute(server.deps.db);
    await watchRecordingQuotas(server.deps);
    expect(await shown()).toMatchObject({ recordingMb: 7, recordingFull: true });
    await watchRecordingQuotas(server.deps);
    expect((await told()).filter((kind: string) => kind === 'recordings-full')).toHaveLength(1);
    await server.call(admin, 'PATCH', path, { maxRecordingMb: 8 });
    await watchRecordingQuotas(server.deps);
    expect(await shown()).toMatchObject({ recordingMb: 7, recordingFull: false });
  });
});

describe('a customer', () => {
  it('can change its currency until a call was rated in it', async () => {
    expect((await change({ currency: 'EUR' })).body.currency).toBe('EUR');
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs, rating_due) values ('00000000-0000-4000-8000-00000000ca11', 1, 'l1', 'l1', ${world.a.customerId}, 'outbound',
      'answered', '', '', '', '', '', now(), now(), now(), 9, 1, 8, 8, '', 1, false)`.execute(server.deps.db);
    await sql`insert into call_ratings (call_id, customer_id, at, direction, status, steps) values
      ('00000000-0000-4000-8000-00000000ca11', ${world.a.customerId}, now(), 'outbound', 'rated', '[]')`.execute(
      server.deps.db,
    );
    const refused = await change({ currency: 'USD', name: 'Twin a' });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      409,
      { path: 'currency', code: 'currency-in-use' },
    ]);
    expect((await change({ currency: 'EUR', phone: '+34 911 222 333' })).status).toBe(200);
  });

  it('keeps its code and has an external ID of its own', async () => {
    const kept = await change({ code: 'other', externalId: 'crm-1', statusReason: 'unpaid since May' });
    expect(kept.body).toMatchObject({ code: 'twin-a', externalId: 'crm-1', statusReason: 'unpaid since May' });
    // External IDs are unique only among the customers of one reseller.
    const other = await server.call(admin, 'PATCH', `/customers/${world.b.customerId}`, { externalId: 'crm-1' });
    expect(other.status).toBe(200);
    const sibling = { code: 'sibling', name: 'Sibling', parentId: world.a.parentId, externalId: 'crm-1' };
    const taken = await server.call(admin, 'POST', '/customers', sibling);
    expect([taken.status, taken.body.errors[0].path]).toEqual([409, 'externalId']);
  });
});

describe('status and branding of a customer', () => {
  it('shows its brand at its own host name, which must be unique', async () => {
    const brand = async (host: string) => (await server.call(null, 'GET', '/brand', undefined, { host })).body;
    const host = 'pbx.twin-a.example';
    expect((await change({ brandName: 'Twin', brandColor: 'teal', brandHost: host })).status).toBe(200);
    expect(await brand('PBX.twin-a.example:8443')).toEqual({ name: 'Twin', color: 'teal', logo: null });
    expect(await brand('elsewhere.example')).toEqual({ name: '', color: 'standard', logo: null });
    const path = `/customers/${world.b.customerId}`;
    const taken = await server.call(admin, 'PATCH', path, { brandHost: host.toUpperCase() });
    expect([taken.status, taken.body.errors]).toMatchObject([409, [{ path: 'brandHost', code: 'taken' }]]);
    expect((await change({ brandHost: '' })).status).toBe(200);
    expect(await brand(host)).toEqual({ name: '', color: 'standard', logo: null });
  });

  it('shows its logo at its host name and to its users, at an address that cannot be guessed', async () => {
    const path = `/customers/${world.a.customerId}/logo`;
    const send = (token: string, image: string) => server.call(token, 'PUT', path, { image });
    const pixel = (width: number, height: number) => picturePng(width, height).toString('base64');
    expect((await send(admin, Buffer.from('<svg onload="x"/>').toString('base64'))).status).toBe(422);
    expect((await send(admin, pixel(16, 200))).body.errors[0].code).toBe('logo-shape');
    expect((await send(world.b.tokens['reseller'] ?? '', pixel(64, 64))).status).toBe(404);
    expect((await send(world.a.tokens['customer-admin'] ?? '', pixel(64, 64))).status).toBe(403);
    const { logo } = (await send(admin, pixel(200, 64))).body;
    expect(logo).toMatch(/^\/api\/logos\/[A-Za-z0-9_-]{43}$/);
    await change({ brandHost: 'pictured.example' });
    const at = async (host: string) => (await server.call(null, 'GET', '/brand', undefined, { host })).body.logo;
    expect([await at('pictured.example'), await at('elsewhere.example')]).toEqual([logo, null]);
    const { brand } = (await server.call(world.a.tokens['agent'] ?? '', 'GET', '/user')).body;
    expect(brand.logo).toBe(logo);
    const served = await server.call(null, 'GET', logo.slice('/api'.length));
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png']);
    expect(served.headers['content-security-policy']).toContain('sandbox');
    expect((await server.call(null, 'GET', `/logos/${'x'.repeat(43)}`)).status).toBe(404);
    expect((await send(admin, '')).body.logo).toBeNull();
    expect((await server.call(null, 'GET', logo.slice('/api'.length))).status).toBe(404);
    await change({ brandHost: '' });
  });

  it('records since when the status applies', async () => {
    const before = (await change({ status: 'suspended' })).body.statusSince;
    expect((await change({ statusReason: 'unpaid' })).body.statusSince).toBe(before);
    expect((await change({ status: 'active' })).body.statusSince > before).toBe(true);
  });
});
