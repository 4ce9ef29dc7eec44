// Tests for every noun that a user who is limited to call centers cannot give rows to another team or take its rows, through any reference.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { AnyNoun } from '@ringside/core/contract/noun.ts';
import { rowIdOf } from './testing/derived-examples.ts';
import { PASSWORD } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';
import { startTwins } from './testing/start-twins.ts';
import type { World } from './testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let leader: string;
/** Rows of another team of the same customer, by the path of the noun. */
const elsewhere = new Map<string, string>();

const RESOURCES = ['callcenter', 'queue', 'subscriber', 'did', 'ringgroup', 'hours', 'ivr', 'prompt', 'wallboard'];

const must = async (path: string, body: object): Promise<string> => {
  const answer = await server.call(admin, 'POST', path, body);
  expect([path, answer.status, answer.status === 201 ? '' : answer.text]).toEqual([path, 201, '']);
  return String(answer.body.id);
};

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  const { customerId, endpointId: serverId, callcenterId } = world.a;
  const other = await must('/callcenters', { customerId, name: 'Other team', code: 'other' });
  elsewhere.set('/callcenters', other);
  elsewhere.set('/queues', await must('/queues', { callcenterId: other, serverId, name: 'other-queue' }));
  const roleId = await must('/roles', {
    ...{ customerId, name: 'Team leader', reach: 'team', level: 60 },
    abilities: RESOURCES.flatMap((resource) => ['manage', 'read'].map((action) => ({ action, resource }))),
  });
  const user = { customerId, username: 'team-leader', email: 'team-leader@example.com', password: PASSWORD };
  await must('/users', { ...user, roleId, callcenterIds: [callcenterId] });
  leader = await server.signIn('team-leader');
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) => server.call(leader, method, path, body);

const refsOf = ({ fields, update }: AnyNoun) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field?.kind === 'ref' && name in update.shape
      ? [{ name, path: `/${field.resource}`, many: field.many === true }]
      : [],
  );

describe.each(NOUNS.filter((noun) => RESOURCES.includes(noun.name)))('a team leader, for $words.1', (noun) => {
  it('keeps every row in their own scope, whichever reference they change', async () => {
    const path = `${noun.path}/${rowIdOf(noun.name, world.a)}`;
    expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
    for (const ref of refsOf(noun)) {
      const target = elsewhere.get(ref.path);
      if (target === undefined) continue;
      const change = { [ref.name]: ref.many ? [target] : target };
      expect([ref.name, (await call('PATCH', path, change)).status]).toEqual([ref.name, 404]);
      const bulk = {
        rows: [{ id: rowIdOf(noun.name, world.a), version: (await call('GET', path)).body.version }],
        change,
      };
      expect((await call('PATCH', noun.path, bulk)).body).toMatchObject({
        changed: 0,
        refused: [{ code: 'not-found' }],
      });
    }
    expect((await call('GET', path)).status).toBe(200);
  });
});

it.each(NOUNS.filter(({ name }) => name === 'callcenter' || name === 'queue'))(
  "a team leader cannot read, change or delete another team's $words.1, or move rows to them by a deletion",
  async (noun) => {
    const id = elsewhere.get(noun.path);
    const path = `${noun.path}/${id}`;
    const owned = refsOf(noun).filter((ref) => ref.path === '/callcenters');
    const pulled = Object.fromEntries(owned.map(({ name }) => [name, world.a.callcenterId]));
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('PATCH', path, pulled)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
    const moved = await call('DELETE', `${noun.path}/${rowIdOf(noun.name, world.a)}?moveTo=${id}`);
    expect([moved.status, moved.body.errors]).toMatchObject([422, [{ path: 'moveTo', code: 'unknown' }]]);
  },
);

it('a team leader cannot create, adopt or move queues for another team', async () => {
  const { endpointId: serverId } = world.a;
  const callcenterId = elsewhere.get('/callcenters');
  const made = await call('POST', '/queues', { callcenterId, serverId, name: 'given-away' });
  expect([made.status, made.body.errors]).toMatchObject([404, [{ path: 'callcenterId', code: 'unknown' }]]);
  const adopted = await call('POST', '/queues/adopt', { callcenterId, serverId, names: ['given-away'] });
  expect(adopted.status).toBeGreaterThanOrEqual(400);
  const path = `/callcenters/${callcenterId}/move`;
  expect((await call('GET', `${path}?serverId=${serverId}`)).status).toBe(404);
});

it('a rule that limits changes to one call center keeps its queues there', async () => {
  const { customerId, callcenterId, queueId } = world.a;
  const manager = world.a.tokens['customer-admin'] ?? '';
  const target = elsewhere.get('/callcenters');
  const rule = { kind: 'access', name: 'Not the other team', effect: 'deny', resource: 'queue', actions: ['update'] };
  const id = await must('/acl', { ...rule, customerId, subjectType: 'everyone', callcenterIds: [target] });
  const refused = await server.call(manager, 'PATCH', `/queues/${queueId}`, { callcenterId: target });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await server.call(admin, 'DELETE', `/acl/${id}`)).status).toBe(204);
  for (const to of [target, callcenterId])
    expect((await server.call(manager, 'PATCH', `/queues/${queueId}`, { callcenterId: to })).status).toBe(200);
});
