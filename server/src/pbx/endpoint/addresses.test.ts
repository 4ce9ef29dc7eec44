// Tests which addresses the console may connect to, and who may set them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;

const LOGIN = { amiPort: 5038, amiUsername: 'console', amiSecret: 'a secret of some length' };

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

describe('the address of a PBX server', () => {
  it.each(['169.254.169.254', 'fe80::1', 'ff02::1', '0.0.0.0', '224.0.0.1'])(
    'is refused when it is %s',
    async (amiHost) => {
      const named = { ...LOGIN, name: `Off ${amiHost}`, amiHost };
      for (const [method, path, body] of [
        ['POST', '/endpoints', named],
        ['PATCH', `/endpoints/${world.a.endpointId}`, { amiHost, amiSecret: LOGIN.amiSecret }],
      ] as const) {
        const answer = await server.call(admin, method, path, body);
        expect([answer.status, answer.body.errors?.[0]]).toMatchObject([422, { path: 'amiHost', code: 'off-limits' }]);
      }
      const tried = await server.call(admin, 'POST', '/endpoints/test', { ...LOGIN, amiHost, amiTls: false });
      expect([tried.status, tried.body.problems?.[0]?.code]).toEqual([200, 'address-refused']);
      const address = `https://${amiHost.includes(':') ? `[${amiHost}]` : amiHost}/x`;
      const path = `/endpoints/${world.a.endpointId}/recordings`;
      const source = await server.call(admin, 'PUT', path, { kind: 'http', address });
      expect([source.status, source.body.errors?.[0]?.code]).toEqual([422, 'off-limits']);
    },
  );

  it('cannot be set by users of a customer, whatever their role allows', async () => {
    const role = await server.call(admin, 'POST', '/roles', {
      name: 'Own machine room',
      customerId: world.a.customerId,
      ...{ reach: 'customer', level: 45, abilities: [{ action: 'manage', resource: 'endpoint' }] },
    });
    expect(role.status).toBe(201);
    const person = { username: 'machinist', email: 'machinist@example.com', password: 'mango under the third bridge' };
    await server.call(admin, 'POST', '/users', { ...person, customerId: world.a.customerId, roleId: role.body.id });
    const { body } = await server.call(null, 'POST', '/login', person);
    const own = `/endpoints/${world.a.endpointId}`;
    const tried = { ...LOGIN, amiHost: '10.0.0.7', amiTls: false };
    for (const [method, path, given] of [
      ['POST', '/endpoints', { ...LOGIN, name: 'Mine', amiHost: '203.0.113.9' }],
      ['POST', '/endpoints/test', tried],
      ['POST', `${own}/test`, tried],
      ['PATCH', own, { amiHost: '203.0.113.9', amiSecret: LOGIN.amiSecret }],
      ['PUT', `${own}/recordings`, { kind: 'http', address: 'https://203.0.113.9/' }],
      ['POST', `${own}/recordings/test`, {}],
    ] as const) {
      const answer = await server.call(body.token, method, path, given);
      expect([path, [403, 404].includes(answer.status)]).toEqual([path, true]);
    }
  });
});
