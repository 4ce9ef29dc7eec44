// Tests rules with conditions: by object, by hour, by field. A rule applies to lists, single reads, exports, search and changes, because it
// is evaluated with the caller's abilities.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let leader: string;
/** The second queue of customer A, in its own call center. */
const second: Record<string, string> = {};

const made = async (token: string, path: string, values: object): Promise<Record<string, never>> => {
  const answer = await server.call(token, 'POST', path, values);
  expect([path, answer.status, answer.status === 201 ? '' : answer.text]).toEqual([path, 201, '']);
  return answer.body;
};
const faults = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map((e) => `${e.path} ${e.code}`);
const token = (role: string) => world.a.tokens[role] ?? '';

/** Runs `look` with the rule in force, then deletes the rule. */
const under = async <T>(values: object, look: () => Promise<T>): Promise<T> => {
  const rule = { kind: 'access', name: 'Rule', effect: 'deny', actions: ['read'], ...values };
  const { id } = await made(leader, '/acl', rule);
  try {
    return await look();
  } finally {
    await server.call(leader, 'DELETE', `/acl/${id}`);
  }
};

const addCall = (mark: string, queue: string | null, callcenterId: string | null, extension = '') =>
  sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source,
      source_name, destination, extension, device, queue, start_at, end_at, duration, wait_seconds, talk_seconds,
      billable_seconds, recording_file, legs)
    values (${randomUUID()}, ${world.a.endpointId}, ${mark}, ${mark}, ${world.a.customerId}, ${callcenterId}, 'inbound',
      'answered', '+442079469731', ${mark}, '100', ${extension}, '', ${queue}, now(), now(), 5, 1, 4, 4, '', 1)`.execute(
    server.deps.db,
  );

beforeAll(async () => {
  ({ server, world } = await startTwins());
  leader = token('customer-admin');
  const admin = world.platform['administrator'] ?? '';
  const { customerId, endpointId: serverId } = world.a;
  const center = await made(admin, '/callcenters', { customerId, name: 'Night desk', code: 'night' });
  const callcenterId = String(center['id']);
  const queue = await made(admin, '/queues', { callcenterId, serverId, name: 'night-line', label: 'Night line' });
  Object.assign(second, { callcenterId, queueId: queue['id'] });
  const first = (await server.call(leader, 'GET', `/queues/${world.a.queueId}`)).body.name as string;
  second['first'] = first;
  await addCall('of the first', first, world.a.callcenterId);
  await addCall('of the night', 'night-line', callcenterId);
  await addCall('of none', null, null, '100');
});
afterAll(() => server.close());

const queues = async (who = leader): Promise<string[]> =>
  ((await server.call(who, 'GET', '/queues')).body.data as { name: string }[]).map((q) => q.name).toSorted();
const calls = async (who = leader): Promise<string[]> =>
  ((await server.call(who, 'GET', '/reports/cdr')).body.data as { sourceName: string }[])
    .map((c) => c.sourceName)
    .toSorted();

describe('a rule about some objects', () => {
  it.each<[string, (w: World) => object, string[]]>([
    ['none', () => ({ enabled: false, queueIds: [second['queueId']] }), ['first', 'night-line']],
    ['a queue', () => ({ queueIds: [second['queueId']] }), ['first']],
    ['all queues but one', () => ({ queueIds: [second['queueId']], allBut: true }), ['night-line']],
    ['a call center', ({ a }) => ({ callcenterIds: [a.callcenterId] }), ['night-line']],
    ['a PBX', ({ a }) => ({ serverIds: [a.endpointId] }), []],
    ['a customer', ({ a }) => ({ customerIds: [a.customerId] }), []],
    ['all customers but the own', ({ a }) => ({ customerIds: [a.customerId], allBut: true }), ['first', 'night-line']],
    [
      'both of two conditions',
      ({ a }) => ({ callcenterIds: [a.callcenterId], queueIds: [second['queueId']] }),
      ['first', 'night-line'],
    ],
    ['everything that has a queue', () => ({ resource: 'all', queueIds: [second['queueId']] }), ['first']],
  ])('of %s', async (_what, things, seen) => {
    const names = seen.map((name) => second[name] ?? name).toSorted();
    expect(await under({ resource: 'queue', ...things(world) }, () => queues())).toEqual(names);
  });

  it('hides them from lists, single reads, exports, search, changes and counts', async () => {
    const things = { resource: 'queue', actions: ['manage'], queueIds: [second['queueId']] };
    await under(things, async () => {
      const path = `/queues/${second['queueId']}`;
      expect((await server.call(leader, 'GET', path)).status).toBe(404);
      expect((await server.call(leader, 'PATCH', path, { label: 'Mine' })).status).toBe(404);
      expect((await server.call(leader, 'GET', '/queues')).body.meta.total).toBe(1);
      for (const place of ['/queues/export?format=csv', '/search?q=night-line']) {
        const { status, text } = await server.call(leader, 'GET', place);
        expect([place, status, text.includes('night-line')]).toEqual([place, 200, false]);
      }
    });
    const reports = { resource: 'report', queueIds: [second['queueId']] };
    const report = () => server.call(leader, 'GET', '/reports/queues');
    expect((await under(reports, report)).text).not.toContain('night-line');
    for (const place of ['/search?q=night-line', '/reports/queues'])
      expect((await server.call(leader, 'GET', place)).text).toContain('night-line');
  });

  it('can grant an action for some objects only', async () => {
    const change = (id: string | undefined) =>
      server.call(token('supervisor'), 'PATCH', `/queues/${id}`, { label: 'Desk' }).then((answer) => answer.status);
    expect(await change(world.a.queueId)).toBe(403);
    const subject = { subjectType: 'user', subjectId: world.a.userIds['supervisor'] };
    const gives = { ...subject, effect: 'allow', resource: 'queue', actions: ['update'] };
    await under({ ...gives, queueIds: [world.a.queueId] }, async () => expect(await change(world.a.queueId)).toBe(200));
    await under({ ...gives, queueIds: [second['queueId']] }, async () =>
      expect(await change(world.a.queueId)).toBe(404),
    );
  });

  it("applies to past calls by queue, and to the caller's own calls", async () => {
    expect(await calls()).toEqual(['of none', 'of the first', 'of the night']);
    const cdr = { resource: 'cdr', actions: ['read'] };
    expect(await under({ ...cdr, queueIds: [second['queueId']] }, calls)).toEqual(['of none', 'of the first']);
    expect(await under({ ...cdr, queueIds: [second['queueId']], allBut: true }, calls)).toEqual(['of the night']);
    const line = (await server.call(leader, 'GET', '/subscribers')).body.data[0] as { id: string; extension: string };
    await server.call(leader, 'PATCH', `/subscribers/${line.id}`, { userId: world.a.userIds['customer-admin'] });
    expect(line.extension).toBe('100');
    expect(await under({ ...cdr, ownOnly: true, allBut: true }, calls)).toEqual(['of none']);
    const users = async () =>
      ((await server.call(leader, 'GET', '/users')).body.data as { id: string }[]).map((u) => u.id);
    expect(await under({ resource: 'user', ownOnly: true, allBut: true }, users)).toEqual([
      world.a.userIds['customer-admin'],
    ]);
  });

  it.each<[string, object, string[]]>([
    ['what it cannot be told by', { resource: 'user', queueIds: ['second'] }, ['queueIds not-told-apart']],
    ['all but nothing', { resource: 'queue', allBut: true }, ['allBut required']],
    ['another’s queue', { resource: 'queue', queueIds: ['foreign'] }, ['queueIds unknown']],
    [
      'things of a network rule',
      { kind: 'network', cidrs: ['192.0.2.7'], queueIds: ['second'] },
      ['queueIds only-access'],
    ],
    [
      'fields of a network rule',
      { kind: 'network', cidrs: ['192.0.2.7'], fieldMask: ['price'] },
      ['fieldMask only-access'],
    ],
  ])('is refused with %s', async (_what, values, expected) => {
    const ids: Record<string, string | undefined> = { second: second['queueId'], foreign: world.b.queueId };
    const { queueIds, ...rest } = values as { queueIds?: string[] };
    const named = queueIds === undefined ? {} : { queueIds: queueIds.map((id) => ids[id]) };
    const rule = { kind: 'access', name: 'Rule', effect: 'deny', actions: ['read'], ...rest, ...named };
    expect(faults(await server.call(leader, 'POST', '/acl', rule))).toEqual(expected);
  });
});

describe('a rule with weekly hours', () => {
  const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  it.each([
    ['the whole week', DAYS, 403],
    ['another day', [DAYS[(new Date().getUTCDay() + 3) % 7]], 200],
  ])('applies only within them: %s', async (_what, days, status) => {
    const timeWindow = { timezone: 'UTC', days, from: '00:00', until: '24:00' };
    await under({ resource: 'queue', timeWindow }, async () => {
      expect((await server.call(leader, 'GET', '/queues')).status).toBe(status);
    });
  });
});

describe('the rule test', () => {
  it('reports the deciding rule for an object and a time, and the masked fields', async () => {
    const ask = async (more: object) => {
      const body = { userId: world.a.userIds['customer-admin'], action: 'read', resource: 'queue', ...more };
      return (await server.call(leader, 'POST', '/acl/test', body)).body;
    };
    await under({ resource: 'queue', queueIds: [second['queueId']], fieldMask: [] }, async () => {
      expect(await ask({})).toMatchObject({ allowed: true, by: 'role' });
      expect(await ask({ queueId: second['queueId'] })).toMatchObject({
        allowed: false,
        by: 'access',
        rule: { name: 'Rule' },
      });
      expect(await ask({ queueId: world.a.queueId })).toMatchObject({ allowed: true, by: 'role' });
    });
    await under({ resource: 'queue', actions: [], fieldMask: ['price'] }, async () => {
      const answer = await ask({ queueId: second['queueId'] });
      expect(answer).toMatchObject({ allowed: true, withheld: [{ mask: 'price', rule: { name: 'Rule' } }] });
      expect((await ask({ resource: 'user' })).withheld).toEqual([]);
    });
    const timeWindow = { timezone: 'Europe/Madrid', days: ['mon'], from: '22:00', until: '06:00' };
    await under({ resource: 'queue', timeWindow }, async () => {
      // Monday's night hours last until 6:00 on Tuesday. Madrid is one hour ahead of UTC in January.
      expect((await ask({ at: '2026-01-13T04:59:00Z' })).allowed).toBe(false);
      expect((await ask({ at: '2026-01-13T05:00:00Z' })).allowed).toBe(true);
    });
    const foreign = await server.call(leader, 'POST', '/acl/test', {
      ...{ userId: world.a.userIds['agent'], action: 'read', resource: 'queue', queueId: world.b.queueId },
    });
    expect(faults(foreign)).toEqual(['queueIds unknown']);
  });
});

describe('masked fields', () => {
  it('cannot be searched, sorted by or written back', async () => {
    await under({ resource: 'all', actions: [], fieldMask: ['caller-number', 'contact'] }, async () => {
      const get = async (path: string) => faults(await server.call(leader, 'GET', path));
      expect(await get('/reports/cdr?q=442079469731')).toEqual(['q withheld']);
      expect(await get('/search?q=%2B44%2020%207946%209731')).toEqual(['q withheld']);
      expect(await get('/users?sort=email')).toEqual(['sort withheld']);
      const path = `/users/${world.a.userIds['agent']}`;
      const { body } = await server.call(leader, 'GET', path);
      expect([body.email, body.username]).toEqual(['***', 'agent-a']);
      expect(faults(await server.call(leader, 'PATCH', path, { email: '***' }))).toEqual(['email email']);
      // Users see their own account unmasked.
      expect((await server.call(leader, 'GET', '/user')).body.email).toContain('@');
    });
    expect((await server.call(leader, 'GET', '/reports/cdr?q=442079469731')).body.data).toHaveLength(3);
  });

  it("are also masked for the user's API keys", async () => {
    const key = await server.call(leader, 'POST', '/user/apikeys', { name: 'Reader', scopes: ['read:cdr'] });
    await under({ resource: 'cdr', actions: [], fieldMask: ['caller-number'] }, async () => {
      const { status, text } = await server.call(String(key.body.token), 'GET', '/reports/cdr');
      expect([status, text.includes('2079469731'), text.includes('***731')]).toEqual([200, false, true]);
    });
  });
});
