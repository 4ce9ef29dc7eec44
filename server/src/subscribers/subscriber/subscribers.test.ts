import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { readSecret, secretBound } from './queries.ts';

const SECRET = /^[A-Za-z0-9]{24}$/;

let server: TestConsole;
let world: World;
let admin: string;
let own: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

const make = (token: string, body: object) => server.call(token, 'POST', '/subscribers', body);
const change = (id: string, body: object) => server.call(own, 'PATCH', `/subscribers/${id}`, body);
const total = async (): Promise<number> =>
  (await server.call(admin, 'GET', `/subscribers?customerId=${world.a.customerId}`)).body.meta.total;
const trailOf = async (id: string) =>
  (await server.call(admin, 'GET', `/audit?resource=subscriber&perPage=500`)).body.data.filter(
    (entry: { resourceId: string }) => entry.resourceId === id,
  );

describe('a new line', () => {
  it('returns its SIP account once and stores the secret encrypted', async () => {
    const made = await make(own, { extension: '101', name: 'Noa' });
    expect(made.status).toBe(201);
    const { id, secret } = made.body;
    expect(made.body).toMatchObject({
      sipUsername: 'twin-a-101',
      serverId: world.a.endpointId,
      codecs: ['ulaw', 'alaw'],
      callLimit: 2,
      status: 'active',
    });
    expect(secret).toMatch(SECRET);
    for (const path of [`/subscribers/${id}`, '/subscribers', '/subscribers/export', '/audit?perPage=500']) {
      expect((await server.call(own, 'GET', path)).text).not.toContain(secret);
    }
    const stored = await server.deps.db
      .selectFrom('subscribers')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.secret).not.toContain(secret);
    expect(server.deps.secrets.open(stored.secret, secretBound(id))).toBe(secret);
    expect(() => server.deps.secrets.open(stored.secret, secretBound(world.a.subscriberId))).toThrow();
  });

  it.each([
    ['extension', { extension: '1' }, 'extension'],
    ['extension', { extension: '10x' }, 'extension'],
    ['name', { name: 'Levi, Noa' }, 'caller-name'],
    ['name', { name: 'Noa "N" Levi' }, 'caller-name'],
    ['name', { name: 'n'.repeat(28) }, 'too_big'],
    ['codecs', { codecs: [] }, 'too_small'],
    ['codecs', { codecs: ['alaw', 'alaw'] }, 'same-codec'],
    ['codecs.0', { codecs: ['mp3'] }, 'invalid_value'],
    ['callLimit', { callLimit: 21 }, 'too_big'],
    ['ringSeconds', { ringSeconds: 4 }, 'too_small'],
    ['addresses.0', { addresses: ['10.0.0.0/33'] }, 'network'],
    ['forwardBusy', { forwardBusy: '+4420' }, 'forward-target'],
    ['forwardBusy', { forwardBusy: '101&PJSIP/x' }, 'forward-target'],
    ['forwardBusy', { forwardBusy: '190' }, 'forward-to-self'],
    ['callerIdNumber', { callerIdNumber: 'anonymous' }, 'caller-number'],
  ])('refuses an invalid %s with its reason: %j', async (path, wrong, code) => {
    const before = await total();
    const answer = await make(own, { extension: '190', name: 'Noa', ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, code }]);
    expect(await total()).toBe(before);
  });

  it('has a unique extension on the server, while another customer may have the same', async () => {
    const again = await make(own, { extension: '100', name: 'Twice' });
    expect([again.status, again.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
    const theirs = await make(world.b.tokens['customer-admin'] ?? '', { extension: '101', name: 'Noa' });
    expect(theirs.body.sipUsername).toBe('twin-b-101');
  });

  it('is placed on a server that the customer uses, and never on an unknown one', async () => {
    expect((await server.call(own, 'GET', '/subscribers/servers')).body.data).toEqual([
      { id: world.a.endpointId, name: 'PBX a', transports: null },
    ]);
    expect((await server.call(admin, 'GET', '/subscribers/servers')).body.data).toHaveLength(2);
    const foreign = await make(own, { extension: '191', name: 'x', serverId: world.b.endpointId });
    expect([foreign.status, foreign.body.errors[0].path]).toEqual([404, 'serverId']);
    const third = await server.call(admin, 'POST', '/customers', { code: 'third', name: 'Third' });
    const unplaced = await make(admin, { customerId: third.body.id, extension: '100', name: 'x' });
    expect([unplaced.status, unplaced.body.errors[0].path]).toEqual([422, 'serverId']);
  });

  it("is refused above the customer's limit", async () => {
    const limit = (maxSubscribers: number | null) =>
      server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { maxSubscribers });
    const now = await total();
    await limit(now + 1);
    const range = await server.call(own, 'POST', '/subscribers/bulk', { from: '300', to: '301', namePrefix: 'Phone' });
    expect([range.status, range.body.errors[0].code, await total()]).toEqual([409, 'limit-reached', now]);
    expect((await make(own, { extension: '300', name: 'Last' })).status).toBe(201);
    const over = await make(own, { extension: '301', name: 'Over' });
    expect([over.status, over.body.errors[0]]).toMatchObject([
      409,
      { code: 'limit-reached', params: { most: now + 1 } },
    ]);
    await limit(null);
  });
});

describe('a line', () => {
  it('changes only the given fields, keeps its extension, and can lose its user', async () => {
    const { id } = (await make(own, { extension: '102', name: 'Dan', userId: world.a.userIds['agent'] })).body;
    const changed = await change(id, {
      dnd: true,
      forwardNoAnswer: '100',
      extension: '555',
      addresses: ['192.0.2.7', '10.0.0.0/8', '2001:db8::1'],
    });
    expect(changed.body).toMatchObject({
      extension: '102',
      name: 'Dan',
      dnd: true,
      forwardNoAnswer: '100',
      userName: 'Dana Levi',
      addresses: ['192.0.2.7/32', '10.0.0.0/8', '2001:db8::1/128'],
    });
    expect(changed.body).not.toHaveProperty('secret');
    const self = await change(id, { forwardAlways: '102' });
    expect([self.status, self.body.errors[0].code]).toEqual([422, 'forward-to-self']);
    expect((await change(id, { userId: null })).body.userName).toBeNull();
  });

  it('has no fixed transport by default, and only a web socket for a browser', async () => {
    const made = await make(own, { extension: '105', name: 'Bound', webrtc: true });
    expect(made.body).toMatchObject({ transport: 'auto' });
    const refused = { path: 'transport', code: 'web-socket-only' };
    expect((await change(made.body.id, { transport: 'udp' })).body.errors).toMatchObject([refused]);
    expect((await change(made.body.id, { transport: 'wss' })).body).toMatchObject({ transport: 'wss', webrtc: true });
    // The PBX server was never asked, so a missing transport is detected when the line is provisioned.
    expect((await change(made.body.id, { transport: 'tls', webrtc: false })).body).toMatchObject({ transport: 'tls' });
    expect((await change(made.body.id, { webrtc: true })).body.errors).toMatchObject([refused]);
    const { data } = (await server.call(own, 'GET', '/subscribers?transport=tls')).body;
    expect(data.map((line: { name: string }) => line.name)).toEqual(['Bound']);
    await server.call(own, 'DELETE', `/subscribers/${made.body.id}`);
  });

  it('stays when its user is deleted', async () => {
    const user = await server.call(own, 'POST', '/users', {
      username: 'short.stay',
      email: 'short.stay@example.com',
      role: 'agent',
    });
    const { id } = (await make(own, { extension: '103', name: 'Stays', userId: user.body.id })).body;
    expect((await server.call(own, 'DELETE', `/users/${user.body.id}`)).status).toBe(204);
    expect((await server.call(own, 'GET', `/subscribers/${id}`)).body).toMatchObject({ userId: null, name: 'Stays' });
  });

  it('prevents the deletion of its customer and its server', async () => {
    for (const path of [`/customers/${world.a.customerId}`, `/endpoints/${world.a.endpointId}`]) {
      const answer = await server.call(admin, 'DELETE', path);
      expect([
        answer.status,
        answer.body.errors.map((e: { params: { resource: string } }) => e.params.resource),
      ]).toEqual([409, expect.arrayContaining(['subscriber'])]);
    }
  });

  it('can be provisioned: every stored value passes the renderer', async () => {
    const { id } = (await make(own, { extension: '104', name: 'Ünïcode נועה 😀', addresses: ['192.0.2.7'] })).body;
    await change(id, { forwardBusy: '100', codecs: ['opus', 'g722', 'alaw'], webrtc: true, callLimit: 20 });
    const row = (await server.call(own, 'GET', `/subscribers/${id}`)).body;
    const secret = await readSecret(server.deps.db, server.deps.secrets, row);
    const { refused } = renderPbx({
      tenants: [
        {
          code: 'twin-a',
          queues: [],
          subscribers: [
            {
              ...row,
              displayName: row.name,
              secret,
              voicemail: { pin: '123456', email: row.voicemailEmail, attach: row.voicemailAttach },
              recording: undefined,
              forwarding: { always: null, busy: row.forwardBusy, noAnswer: null, unregistered: null },
            },
          ],
        },
      ],
    });
    expect(refused).toEqual([]);
  });
});

describe('the secret of a line', () => {
  const ask = (token: string, password: string) =>
    server.call(token, 'POST', `/subscribers/${world.a.subscriberId}/secret`, { password });

  it('is shown after confirming the own password, with an audit entry', async () => {
    const wrong = await ask(own, 'not the password');
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([401, { path: 'password', code: 'wrong-password' }]);
    const told = await ask(own, PASSWORD);
    expect(told.body).toMatchObject({ sipUsername: 'twin-a-100' });
    expect(told.body.secret).toMatch(SECRET);
    const shown = (await trailOf(world.a.subscriberId)).filter((e: { action: string }) => e.action === 'secret-shown');
    expect(shown).toHaveLength(1);
    expect((await ask(world.a.tokens['agent'] ?? '', PASSWORD)).status).toBe(403);
  });

  it('can be rotated', async () => {
    const before = (await ask(own, PASSWORD)).body.secret;
    const row = (await server.call(own, 'GET', `/subscribers/${world.a.subscriberId}`)).body;
    const rotated = await server.call(own, 'POST', `/subscribers/${world.a.subscriberId}/secret/rotate`);
    expect(rotated.body.secret).toMatch(SECRET);
    expect(rotated.body.secret).not.toBe(before);
    expect((await ask(own, PASSWORD)).body.secret).toBe(rotated.body.secret);
    const after = (await server.call(own, 'GET', `/subscribers/${world.a.subscriberId}`)).body;
    expect(after.version).toBe(row.version + 1);
    expect(JSON.stringify(await trailOf(world.a.subscriberId))).not.toContain(rotated.body.secret);
  });
});

describe('a range', () => {
  const bulk = (body: object) => server.call(own, 'POST', '/subscribers/bulk', { namePrefix: 'Phone', ...body });

  it('creates a line for each extension, each with its own secret', async () => {
    const made = await bulk({ from: '0400', to: '0449', callLimit: 3 });
    expect(made.status).toBe(201);
    expect(made.body.data).toHaveLength(50);
    expect(made.body.data[0]).toMatchObject({ extension: '0400', name: 'Phone 0400', sipUsername: 'twin-a-0400' });
    expect(new Set(made.body.data.map((line: { secret: string }) => line.secret)).size).toBe(50);
    const row = (await server.call(own, 'GET', `/subscribers/${made.body.data[49].id}`)).body;
    expect(row).toMatchObject({ extension: '0449', callLimit: 3, dnd: false });
  });

  it.each([
    [{ from: '0449', to: '0451' }, 409, 'from', 'extensions-taken'],
    [{ from: '500', to: '499' }, 422, 'to', 'range-order'],
    [{ from: '99', to: '101' }, 422, 'to', 'range-order'],
    [{ from: '1000', to: '1500' }, 422, 'to', 'range-size'],
    [{ from: '5x', to: '60' }, 422, 'from', 'extension'],
  ])('%j creates nothing', async (range, status, path, code) => {
    const before = await total();
    const answer = await bulk(range);
    expect([answer.status, answer.body.errors[0]]).toMatchObject([status, { path, code }]);
    expect(await total()).toBe(before);
  });
});

describe('an imported file of lines', () => {
  const send = (token: string, csv: string, dryRun = false) =>
    server.call(token, 'POST', '/subscribers/import', { csv, dryRun });

  it('names customer, server and user by code and names', async () => {
    const csv = 'customer,server,extension,name,user,codecs\ntwin-a,pbx A,601,By file,agent-a,opus;alaw\n';
    expect((await send(admin, csv, true)).body).toMatchObject({ created: 0, errors: [] });
    expect((await send(admin, csv)).body).toMatchObject({ created: 1, errors: [] });
    const [row] = (await server.call(own, 'GET', '/subscribers?extension=601')).body.data;
    expect(row).toMatchObject({ name: 'By file', codecs: ['opus', 'alaw'], userId: world.a.userIds['agent'] });
  });

  it('can be the output of an export', async () => {
    const { text } = await server.call(own, 'GET', '/subscribers/export?q=601&columns=extension,name,codecs,addresses');
    const moved = text.replace('601', '602');
    expect((await send(own, moved)).body).toMatchObject({ created: 1, errors: [] });
  });

  it('reports faults line by line and writes nothing', async () => {
    const before = await total();
    const csv = [
      'customer,server,extension,name,user',
      ',,603,Right,',
      'twin-b,,604,Other customer,',
      ',PBX b,605,Other server,',
      ',,606,Other user,agent-b',
      ',,601,Taken,',
      ',,6,Short,',
    ].join('\n');
    const { body } = await send(own, csv);
    expect(body.created).toBe(0);
    expect(body.errors.map((e: { line: number; path: string; code: string }) => [e.line, e.path, e.code])).toEqual([
      [3, 'customer', 'unknown'],
      [4, 'serverId', 'unknown'],
      [5, 'user', 'unknown'],
      [6, 'extension', 'taken'],
      [7, 'extension', 'extension'],
    ]);
    expect(await total()).toBe(before);
  });
});

describe('the list', () => {
  it('finds lines by extension, name and SIP user, unless the field is withheld', async () => {
    for (const q of ['0449', 'phone 0449', 'twin-a-0449']) {
      const { body } = await server.call(own, 'GET', `/subscribers?q=${encodeURIComponent(q)}`);
      expect(body.data.map((row: { extension: string }) => row.extension)).toEqual(['0449']);
    }
    const { body: found } = await server.call(own, 'GET', '/subscribers?q=twin-a-0449');
    await server.call(own, 'PATCH', `/subscribers/${found.data[0].id}`, { callerIdNumber: '04490449' });
    const renamed = await server.call(own, 'GET', '/subscribers?q=04490449');
    expect(renamed.body.data.map((row: { extension: string }) => row.extension)).toEqual(['0449']);
    const groups = (await server.call(own, 'GET', '/search?q=0449')).body.groups;
    expect(groups).toMatchObject([{ kind: 'subscriber', hits: [{ title: '0449 · Phone 0449' }] }]);
    expect((await server.call(world.b.tokens['customer-admin'] ?? '', 'GET', '/search?q=0449')).body.groups).toEqual(
      [],
    );
  });
});
