// Tests forwarding to outside numbers: only numbers that the line may call over the customer's routes.
import { configText } from '@ringside/core/asterisk/testing/config-text.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;
let line: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  const home = { country: 'GB', defaultAreaCode: '20' };
  await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, home);
  await server.call(admin, 'PATCH', `/outboundroutes/${world.a.outboundRouteId}`, { shortNumbers: ['112'] });
  line = (await server.call(own, 'POST', '/subscribers', { extension: '1234567', name: 'Long' })).body.id;
});
afterAll(() => server.close());

const change = (body: object) => server.call(admin, 'PATCH', `/subscribers/${line}`, body);
/** Returns the errors of the field, or the stored value. */
const saveResultOf = async (forwardBusy: string, more: object = {}): Promise<unknown> => {
  await change({ forwardBusy: '' });
  const { status, body } = await change({ forwardBusy, ...more });
  return status === 200 ? body.forwardBusy : body.errors;
};
const refused = (code: string, number?: string) => [
  expect.objectContaining({ path: 'forwardBusy', code, ...(number === undefined ? {} : { params: { number } }) }),
];

describe('a forwarding', () => {
  it.each([
    ['international', '+44 (20) 7946-0800', '+442079460800'],
    ['dialled from abroad', '0044 20 7946 0800', '+442079460800'],
    ['national', '020 7946 0800', '+442079460800'],
    ['without its area code', '79460800', '+442079460800'],
    ['of another country', '001 312 555 0100', '+13125550100'],
    ['of a range that is not known', '+44 20 9999 9999', '+442099999999'],
    ['of an extension', '100', '100'],
    ['of a line with many digits', '1234568', '1234568'],
    ['none', '', ''],
  ])('to a number (%s) is stored in dialable form', async (_what, text, kept) => {
    await server.call(own, 'POST', '/subscribers', { extension: '1234568', name: 'Other' });
    expect(await saveResultOf(text)).toBe(kept);
  });

  it.each(['0207 946', '+44 20 7946', '0123456', '+999 123 456 789', '112'])(
    'refuses the incomplete number %s',
    async (text) => {
      expect(await saveResultOf(text)).toEqual(refused('forward-target'));
    },
  );

  it("leads only to numbers that the line's barring and the dial rules allow", async () => {
    const number = '+442079460800';
    expect(await saveResultOf(number, { barring: 'outgoing' })).toEqual(refused('forward-barred', number));
    expect(await saveResultOf('+13125550100', { barring: 'foreign' })).toEqual(
      refused('forward-barred', '+13125550100'),
    );
    expect(await saveResultOf(number, { barring: 'foreign' })).toBe(number);
    await change({ barring: 'none' });
    const deny = { kind: 'dial', name: 'Not there', effect: 'deny', prefixes: ['4420'], subjectId: line };
    const rule = await server.call(own, 'POST', '/acl', { ...deny, subjectType: 'subscriber' });
    expect(rule.status).toBe(201);
    // A stored value does not block other changes. It is not written to the PBX.
    expect((await change({ name: 'Longer', forwardBusy: number })).status).toBe(200);
    expect(await saveResultOf('+442079460801')).toEqual(refused('forward-barred', '+442079460801'));
    await server.call(own, 'DELETE', `/acl/${rule.body.id}`);
    expect(await saveResultOf(number)).toBe(number);
  });

  it('is also checked when a line is created', async () => {
    const body = { extension: '150', name: 'Barred', barring: 'outgoing', forwardAlways: '+442079460800' };
    const { status, body: answer } = await server.call(own, 'POST', '/subscribers', body);
    expect([status, answer.errors[0]]).toMatchObject([422, { path: 'forwardAlways', code: 'forward-barred' }]);
  });

  it("is provisioned and part of the number's call flow", async () => {
    await change({ forwardBusy: '', forwardAlways: '020 7946 0800', forwardShows: 'caller' });
    const { pbx } = await readWanted(
      server.deps.db,
      server.deps.secrets,
      world.a.endpointId,
      'http://console.test/api',
    );
    const { files, refused: left } = renderPbx(pbx);
    expect(left).toEqual([]);
    const text = files.map(configText).join('\n');
    expect(text).toContain('exten => 1234567,n,Goto(twin-a-outside,442079460800,1)\n');
    expect(text).toContain('exten => 1234567,n,Set(RINGSIDE_SHOWS=caller)\n');
    const did = await server.call(admin, 'POST', '/dids', {
      customerId: world.a.customerId,
      number: '+442079460900',
      destination: { kind: 'extension', id: line },
    });
    const path = await server.call(own, 'GET', `/dids/${did.body.id}/path`);
    expect(path.body.data.at(-1)).toMatchObject({ kind: 'external', name: '+442079460800', next: [] });
  });

  it("is refused while the customer's outbound calls are blocked or without an outbound route", async () => {
    const { db } = server.deps;
    await sql`update customers set status = 'suspended' where id = ${world.a.customerId}`.execute(db);
    expect(await saveResultOf('+442079460800')).toEqual(refused('forward-blocked'));
    // Values stored before follow the dial rules of the customer.
    const { pbx } = await readWanted(db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
    expect(pbx.tenants.find(({ code }) => code === 'twin-a')?.flow?.dialRules).toEqual([
      { effect: 'allow', prefixes: [], extensions: null },
    ]);
    await sql`update customers set status = 'active' where id = ${world.a.customerId}`.execute(db);
    await sql`update outbound_routes set enabled = false`.execute(db);
    expect(await saveResultOf('+442079460800')).toEqual(refused('forward-no-route'));
  });
});
