// Tests access rules in the running console: sign-in, API and socket, the protection against locking oneself out, and recovery.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let leader: string;

const rule = (token: string, values: object) => server.call(token, 'POST', '/acl', { name: 'Rule', ...values });
const made = async (token: string, values: object): Promise<string> => {
  const answer = await rule(token, values);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.id as string;
};
const gone = (token: string, id: string) => server.call(token, 'DELETE', `/acl/${id}`);
const faults = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map((e) => `${e.path} ${e.code}`);
const supervisor = () => world.a.tokens['supervisor'] ?? '';
const status = async (token: string, path: string) => (await server.call(token, 'GET', path)).status;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

describe('an access rule', () => {
  it('denies an ability at once, and restores it when deleted', async () => {
    const subject = { subjectType: 'user', subjectId: world.a.userIds['supervisor'] };
    const id = await made(leader, { kind: 'access', effect: 'deny', resource: 'queue', actions: ['read'], ...subject });
    expect(await status(supervisor(), '/queues')).toBe(403);
    expect(await status(world.b.tokens['supervisor'] ?? '', '/queues')).toBe(200);
    const abilities = (await server.call(supervisor(), 'GET', '/user')).text;
    expect(abilities).not.toContain('"queue"');
    await gone(leader, id);
    expect(await status(supervisor(), '/queues')).toBe(200);
  });

  it('turns off an area for everyone including administrators, is audited and can be undone', async () => {
    const everybody = [admin, leader, supervisor(), world.b.tokens['customer-admin'] ?? ''];
    const answers = () => Promise.all(everybody.map((token) => status(token, '/reports/cdr')));
    expect(await answers()).toEqual([200, 200, 200, 200]);
    const off = { kind: 'access', effect: 'deny', resource: 'cdr', actions: ['manage'], subjectType: 'everyone' };
    const permission = async (token: string) =>
      (await server.call(token, 'GET', '/permissions?key=cdr')).body.data.map(
        (row: { enabled: boolean; offRuleId: string | null }) => [row.enabled, row.offRuleId],
      );
    expect(await permission(admin)).toEqual([[true, null]]);
    const id = await made(admin, { ...off, name: 'No call records' });
    expect([await permission(admin), await permission(leader)]).toEqual([[[false, id]], [[false, null]]]);
    // A rule that has ended, is disabled, or concerns only some objects turns nothing off.
    const change = (values: object) => server.call(admin, 'PATCH', `/acl/${id}`, values);
    for (const part of [{ customerIds: [world.a.customerId] }, { enabled: false }, { actions: ['read'] }]) {
      const before = (await server.call(admin, 'GET', `/acl/${id}`)).body;
      expect([part, (await change(part)).body.errors ?? []]).toEqual([part, []]);
      expect([part, await permission(admin)]).toEqual([part, [[true, null]]]);
      const back = Object.fromEntries(Object.keys(part).map((name) => [name, before[name]]));
      expect((await change(back)).status).toBe(200);
    }
    expect(await answers()).toEqual([403, 403, 403, 403]);
    const key = { userId: (await server.call(admin, 'GET', '/user')).body.id, action: 'export', resource: 'cdr' };
    const tested = await server.call(admin, 'POST', '/acl/test', { ...key, customerId: null, address: null });
    expect(tested.body).toMatchObject({ allowed: false, by: 'access', rule: { id, name: 'No call records' } });
    const trail = (await server.call(admin, 'GET', `/audit?resource=acl&resourceId=${id}`)).body.data;
    expect(trail.at(-1)).toMatchObject({
      action: 'create',
      resourceName: 'No call records',
      after: { resource: 'cdr' },
    });
    // Users of a customer cannot undo the platform's rule, and access to rules themselves cannot be turned off.
    expect((await gone(leader, id)).status).toBe(404);
    expect(faults(await rule(admin, { ...off, resource: 'acl' }))).toEqual(['actions locks-out']);
    await gone(admin, id);
    expect(await answers()).toEqual([200, 200, 200, 200]);
  });

  it('grants abilities that the role lacks, but not more than its author has', async () => {
    const subject = { subjectType: 'user', subjectId: world.a.userIds['supervisor'] };
    expect(await status(supervisor(), '/users')).toBe(403);
    const id = await made(leader, { kind: 'access', effect: 'allow', resource: 'user', actions: ['read'], ...subject });
    expect(await status(supervisor(), '/users')).toBe(200);
    await gone(leader, id);
    const more = { kind: 'access', effect: 'allow', resource: 'endpoint', actions: ['read'], ...subject };
    expect(faults(await rule(leader, more))).toEqual(['actions beyond-own']);
  });

  it.each([
    ['nothing said', { kind: 'access', effect: 'deny' }, ['resource required']],
    ['no action', { kind: 'access', effect: 'deny', resource: 'queue' }, ['actions required']],
    ['no network', { kind: 'network', effect: 'deny' }, ['cidrs required']],
    ['no number', { kind: 'dial', effect: 'deny' }, ['prefixes required']],
    ['no network at all', { kind: 'network', effect: 'deny', cidrs: ['10.0.0/8'] }, ['cidrs.0 network']],
    ['nobody named', { kind: 'dial', effect: 'deny', prefixes: ['34'], subjectType: 'user' }, ['subjectId required']],
  ])('is refused with %s', async (_what, values, expected) => {
    expect(faults(await rule(leader, values))).toEqual(expected);
  });

  it('cannot name a subject of another customer', async () => {
    const values = { kind: 'dial', effect: 'deny', prefixes: ['34'] };
    for (const subject of [
      { subjectType: 'user', subjectId: world.b.userIds['agent'] },
      { subjectType: 'role', subjectId: world.b.roleId },
      { subjectType: 'apikey', subjectId: world.b.apiKeyId },
      { subjectType: 'customer', subjectId: world.b.customerId },
    ]) {
      expect(faults(await rule(leader, { ...values, ...subject }))).toEqual(['subjectId unknown']);
    }
  });
});

describe('a network rule', () => {
  it('applies to sign-in, API and socket', async () => {
    const agent = { subjectType: 'user', subjectId: world.a.userIds['agent'] };
    const token = world.a.tokens['agent'] ?? '';
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime?token=${token}`);
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    await new Promise((resolve) => ws.on('open', resolve));
    const id = await made(leader, { kind: 'network', effect: 'allow', cidrs: ['192.0.2.0/24'], ...agent });
    expect(await closed).toBe(4403);
    const answer = await server.call(token, 'GET', '/user');
    expect([answer.status, answer.body.code]).toEqual([403, 'address-refused']);
    const login = await server.call(null, 'POST', '/login', { username: 'agent-a', password: PASSWORD });
    expect([login.status, login.body.code]).toEqual([403, 'address-refused']);
    expect(await status(supervisor(), '/user')).toBe(200);
    // A customer's own network rules can be disabled as a whole.
    const rulesHold = (networkRules: boolean) =>
      server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { networkRules });
    expect((await rulesHold(false)).body.networkRules).toBe(false);
    expect(await status(token, '/user')).toBe(200);
    await rulesHold(true);
    expect(await status(token, '/user')).toBe(403);
    await server.call(leader, 'PATCH', `/acl/${id}`, { cidrs: ['192.0.2.0/24', '127.0.0.0/8'] });
    expect(await status(token, '/user')).toBe(200);
    await gone(leader, id);
  });

  it("cannot lock out its author or remove the author's access to rules", async () => {
    expect(faults(await rule(leader, { kind: 'network', effect: 'deny', cidrs: ['127.0.0.1'] }))).toEqual([
      'cidrs locks-out',
    ]);
    expect(faults(await rule(admin, { kind: 'network', effect: 'allow', cidrs: ['10.0.0.0/8'] }))).toEqual([
      'cidrs locks-out',
    ]);
    const acl = { kind: 'access', effect: 'deny', resource: 'acl', actions: ['update'] };
    expect(faults(await rule(leader, acl))).toEqual(['actions locks-out']);
    const off = await made(leader, { kind: 'network', effect: 'deny', cidrs: ['127.0.0.1'], enabled: false });
    expect(faults(await server.call(leader, 'PATCH', `/acl/${off}`, { enabled: true }))).toEqual(['cidrs locks-out']);
    // This also applies to rules that start tomorrow. A rule that has ended does no harm.
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();
    const all = { kind: 'network', effect: 'deny', cidrs: ['0.0.0.0/0'] };
    expect(faults(await rule(leader, { ...all, validFrom: day(1) }))).toEqual(['cidrs locks-out']);
    expect(faults(await rule(leader, { ...acl, validFrom: day(1) }))).toEqual(['actions locks-out']);
    const past = await made(leader, { ...all, validFrom: day(-2), validUntil: day(-1) });
    expect(await status(leader, '/user')).toBe(200);
    // This also applies to bulk changes.
    const rows = [{ id: off, version: (await server.call(leader, 'GET', `/acl/${off}`)).body.version }];
    const bulk = await server.call(leader, 'PATCH', '/acl', { rows, change: { enabled: true } });
    expect(bulk.body).toMatchObject({ changed: 0, refused: [{ id: off, errors: [{ code: 'locks-out' }] }] });
    expect(await status(leader, '/user')).toBe(200);
    await gone(leader, past);
    await gone(leader, off);
  });

  it('counts its decisions with their time, without a new version', async () => {
    const subject = { subjectType: 'user', subjectId: world.a.userIds['supervisor'] };
    const theirs = world.a.tokens['supervisor'] ?? '';
    const denies = await made(leader, {
      kind: 'access',
      effect: 'deny',
      resource: 'queue',
      actions: ['read'],
      ...subject,
    });
    const door = await made(leader, { kind: 'network', effect: 'allow', cidrs: ['127.0.0.0/8'], ...subject });
    const idle = await made(leader, {
      kind: 'access',
      effect: 'deny',
      resource: 'cdr',
      actions: ['export'],
      ...subject,
    });
    for (let n = 0; n < 3; n += 1) expect(await status(theirs, '/queues')).toBe(403);
    await server.deps.sessions.hits.write();
    const read = async (id: string) => (await server.call(leader, 'GET', `/acl/${id}`)).body;
    expect(await read(denies)).toMatchObject({ hitCount: 3, lastHitAt: expect.any(String), version: 1 });
    expect(await read(door)).toMatchObject({ hitCount: 3, version: 1 });
    expect(await read(idle)).toMatchObject({ hitCount: 0, lastHitAt: null });
    for (const id of [denies, door, idle]) await gone(leader, id);
  });

  it('can limit the numbers of a subscriber of the same customer', async () => {
    const dial = { kind: 'dial', effect: 'deny', prefixes: ['34900'], subjectType: 'subscriber' };
    const line = async (token: string) => (await server.call(token, 'GET', '/subscribers')).body.data[0];
    const own = await line(leader);
    const other = await line(world.b.tokens['customer-admin'] ?? '');
    expect(faults(await rule(leader, { ...dial, subjectId: other.id }))).toEqual(['subjectId unknown']);
    const access = { kind: 'access', effect: 'deny', resource: 'queue', actions: ['read'] };
    expect(faults(await rule(leader, { ...access, subjectType: 'subscriber', subjectId: own.id }))).toEqual([
      'subjectType only-dials',
    ]);
    const id = await made(leader, { ...dial, subjectId: own.id });
    expect((await server.call(leader, 'GET', `/acl/${id}`)).body.subjectName).toBe(`${own.extension} ${own.name}`);
    await gone(leader, id);
  });

  it('can be disabled from the command line', async () => {
    const id = await made(admin, {
      kind: 'network',
      effect: 'deny',
      cidrs: ['0.0.0.0/0'],
      subjectType: 'customer',
      subjectId: world.b.customerId,
    });
    const theirs = world.b.tokens['customer-admin'] ?? '';
    expect(await status(theirs, '/user')).toBe(403);
    const done = await runCommand(server.deps, { command: 'acl off', options: {} });
    expect(done).toEqual({ ok: true, lines: ['1 network rules are off'] });
    expect(await status(theirs, '/user')).toBe(200);
    await gone(admin, id);
  });
});

describe('the rule test', () => {
  it('reports the decision and the rule that made it', async () => {
    const userId = world.a.userIds['supervisor'];
    const ask = async (more: object) =>
      (await server.call(leader, 'POST', '/acl/test', { userId, action: 'read', resource: 'queue', ...more })).body;
    expect(await ask({})).toEqual({ allowed: true, by: 'role', rule: null, withheld: [] });
    expect(await ask({ resource: 'user' })).toMatchObject({ allowed: false, by: 'default', rule: null });
    const id = await made(leader, { kind: 'network', effect: 'deny', cidrs: ['203.0.113.0/24'], priority: 7 });
    expect(await ask({ address: '203.0.113.9' })).toEqual({
      allowed: false,
      by: 'network',
      rule: { id, name: 'Rule', priority: 7 },
      withheld: [],
    });
    expect(await ask({ address: '198.51.100.1' })).toMatchObject({ allowed: true });
    await gone(leader, id);
  });
});

describe('the dial test of a subscriber', () => {
  const ask = async (number: string, token = leader) => {
    const { body } = await server.call(token, 'POST', '/acl/dial-test', { subscriberId: world.a.subscriberId, number });
    return [body.allowed, body.by, body.rule?.name ?? null, body.number];
  };
  const lineAt = () => `/subscribers/${world.a.subscriberId}`;

  it("matches the PBX server's decision: deny rules first, then allow rules, then barring", async () => {
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { country: 'GB', defaultAreaCode: '20' });
    const dear = '+44 9011 223344';
    expect(await ask(dear)).toEqual([true, 'none', null, '+449011223344']);
    const deny = await made(leader, { name: 'Dear', kind: 'dial', effect: 'deny', prefixes: ['449'], priority: 900 });
    expect(await ask('0901 122 3344')).toEqual([false, 'rule', 'Dear', '+449011223344']);
    const alone = { name: 'Home', kind: 'dial', effect: 'allow', prefixes: ['44'], priority: 901 };
    const allow = await made(leader, { ...alone, subjectType: 'subscriber', subjectId: world.a.subscriberId });
    expect(await ask(dear)).toEqual([false, 'rule', 'Dear', '+449011223344']);
    expect(await ask('7946 0101')).toEqual([true, 'rule', 'Home', '+442079460101']);
    expect(await ask('+34 912 345 678')).toEqual([false, 'allowed-alone', null, '+34912345678']);
    await server.call(leader, 'PATCH', lineAt(), { barring: 'outgoing' });
    expect(await ask('7946 0101')).toEqual([false, 'barring', null, '+442079460101']);
    await server.call(leader, 'PATCH', lineAt(), { barring: 'none', status: 'locked' });
    expect((await ask('7946 0101'))[1]).toBe('locked');
    await server.call(leader, 'PATCH', lineAt(), { status: 'active' });
    for (const id of [deny, allow]) await gone(leader, id);
    expect((await ask('101'))[1]).toBe('no-number');
    await server.call(admin, 'PATCH', `/outboundroutes/${world.a.outboundRouteId}`, { shortNumbers: ['118'] });
    expect(await ask('118')).toEqual([true, 'short', null, '118']);
    expect(await ask('112')).toEqual([true, 'emergency', null, '112']);
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { status: 'suspended' });
    expect((await ask(dear, admin))[1]).toBe('suspended');
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { status: 'active' });
  });
});
