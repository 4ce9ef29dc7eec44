// Tests that channels, devices and contexts belong to a customer only through stored rows, never through a name prefix.
import { NOBODY } from '@ringside/core/live/state.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warnOfCollidingCodes } from '../customers/customer/code-queries.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { TestConsole } from '../testing/test-console.ts';
import type { World } from '../testing/side.ts';
import { ownersNow } from './owners-now.ts';

let server: TestConsole;
let world: World;
let admin: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const NO_CHANNEL = { tenantId: '', accountCode: '', context: '', channel: '' };
const names = (serverId: number) => `/endpoints/${serverId}/names`;

describe('owners', () => {
  it('own the devices of their lines only on the PBX server of each line, and no device with a similar name', async () => {
    const owners = await ownersNow(server.deps.db);
    const { customerId, endpointId } = world.a;
    expect(owners.ofDevice(endpointId, 'PJSIP/twin-a-100').customerId).toBe(customerId);
    expect(owners.ofDevice(endpointId, 'PJSIP/Twin-A-100').customerId).toBe(customerId);
    for (const [on, device] of [
      [world.b.endpointId, 'PJSIP/twin-a-100'],
      [endpointId, 'PJSIP/twin-a-101'],
      [endpointId, 'PJSIP/twin-a'],
      [endpointId, 'PJSIP/twin-a_100'],
      [endpointId, 'Local/twin-a-100@elsewhere'],
    ] as const) {
      expect([device, owners.ofDevice(on, device)]).toEqual([device, NOBODY]);
    }
  });

  it('own the account code that equals their code and the contexts that the console writes, and nothing by prefix', async () => {
    const owners = await ownersNow(server.deps.db);
    const of = (channel: Partial<typeof NO_CHANNEL>) =>
      owners.ofChannel(world.a.endpointId, { ...NO_CHANNEL, ...channel }).customerId;
    const { customerId } = world.a;
    expect(of({ accountCode: 'twin-a' })).toBe(customerId);
    expect(of({ tenantId: 'TWIN-A' })).toBe(customerId);
    expect(of({ context: 'twin-a-out' })).toBe(customerId);
    expect(of({ channel: 'PJSIP/twin-a-100-0000001f' })).toBe(customerId);
    expect(of({ channel: 'Local/100@twin-a-out-00000001;2' })).toBe(customerId);
    expect(of({ accountCode: 'twin-a-101' })).toBe(null);
    expect(of({ accountCode: 'twin-a_sales' })).toBe(null);
    expect(of({ context: 'twin-a-internal' })).toBe(null);
    expect(of({ channel: 'PJSIP/twin-a-102-0000001f' })).toBe(null);
  });

  it('own the names that platform staff enter for a PBX server, on that server only', async () => {
    const { customerId, endpointId } = world.a;
    const entered = await server.call(admin, 'POST', names(endpointId), {
      ...{ customerId, kind: 'context', names: ['Office-Internal', 'office-agents'] },
    });
    expect([entered.status, entered.body.data]).toMatchObject([
      200,
      [
        { kind: 'context', name: 'office-agents', customerName: 'Twin a' },
        { kind: 'context', name: 'office-internal', customerName: 'Twin a' },
      ],
    ]);
    const owners = await ownersNow(server.deps.db);
    expect(owners.ofDevice(endpointId, 'Local/203@office-agents/n').customerId).toBe(customerId);
    expect(owners.ofDevice(world.b.endpointId, 'Local/203@office-agents/n')).toBe(NOBODY);
    const other = { customerId: world.b.customerId, kind: 'account', names: ['twin-a-sales'] };
    const refused = await server.call(admin, 'POST', names(endpointId), other);
    expect([refused.status, refused.body.errors]).toMatchObject([409, [{ path: 'names', code: 'name-of-other' }]]);
    const own = world.a.tokens['customer-admin'] ?? '';
    expect((await server.call(own, 'POST', names(endpointId), other)).status).toBeGreaterThanOrEqual(403);
    const { data } = (await server.call(admin, 'GET', names(endpointId))).body;
    expect((await server.call(admin, 'DELETE', `${names(endpointId)}/${data[0].id}`)).status).toBe(204);
    expect((await ownersNow(server.deps.db)).ofDevice(endpointId, 'Local/203@office-agents').customerId).toBe(null);
  });
});

describe('the owners in memory', () => {
  it('are reloaded when the status or the servers of a customer change', async () => {
    const { customerId, endpointId } = world.a;
    const { bus, db } = server.deps;
    let told = 0;
    const stop = bus.subscribe('owners', () => void told++);
    const change = async (values: object): Promise<number> => {
      told = 0;
      expect((await server.call(admin, 'PATCH', `/customers/${customerId}`, values)).status).toBe(200);
      await new Promise(setImmediate);
      return told;
    };
    const account = { ...NO_CHANNEL, accountCode: 'twin-a' };
    const owner = async () => (await ownersNow(db)).ofChannel(endpointId, account).customerId;
    expect(await change({ name: 'Twin a' })).toBe(0);
    expect(await change({ status: 'terminated' })).toBe(1);
    expect(await owner()).toBe(null);
    expect(await change({ status: 'active' })).toBe(1);
    expect(await change({ serverIds: [world.b.endpointId] })).toBe(1);
    expect(await owner()).toBe(null);
    expect(await change({ serverIds: [] })).toBe(1);
    expect(await owner()).toBe(customerId);
    stop();
  });
});

describe('the code of a new customer', () => {
  const create = (token: string, code: string) =>
    server.call(token, 'POST', '/customers', { code, name: `Named ${code}`, parentId: undefined });

  it.each([
    'twin-a-101',
    'twin-a-internal',
    'twin',
    'above',
    'ringside-numbers',
    'default',
    'from-trunk',
    'office',
    'office-internal-x',
  ])('is refused to resellers and staff alike when it is %s, without naming the conflicting object', async (code) => {
    for (const token of [admin, world.a.tokens['reseller'] ?? '', world.b.tokens['reseller'] ?? '']) {
      const { status, body, text } = await create(token, code);
      expect([code, status, body.errors]).toMatchObject([code, 409, [{ path: 'code', code: 'code-collides' }]]);
      expect(text).not.toMatch(/twin a|above a/i);
    }
  });

  it('is refused while a deleted, restorable customer has a conflicting code', async () => {
    const gone = await create(admin, 'leaver');
    expect(gone.status).toBe(201);
    expect((await server.call(admin, 'DELETE', `/customers/${gone.body.id}`)).status).toBe(204);
    for (const token of [admin, world.a.tokens['reseller'] ?? '']) {
      const { status, body } = await create(token, 'leaver-101');
      expect([status, body.errors]).toMatchObject([409, [{ path: 'code', code: 'code-collides' }]]);
    }
  });

  it("is logged as a warning when an older version accepted a code with another customer's prefix", async () => {
    const { db } = server.deps;
    const older = await create(admin, 'older');
    await sql`update customers set code = 'twin-a-older' where id = ${older.body.id}::uuid`.execute(db);
    const warned: object[] = [];
    await warnOfCollidingCodes(db, { warn: (pair) => void warned.push(pair) });
    expect(warned).toEqual([{ code: 'twin-a', longer: 'twin-a-older' }]);
    await sql`update customers set code = 'older' where id = ${older.body.id}::uuid`.execute(db);
  });

  it('may share letters with another code, but must not match a name on a PBX unless platform staff create it', async () => {
    expect((await create(admin, 'twinned')).status).toBe(201);
    server.deps.pbx.namesSeen = () => ['globex-101', 'hosted'];
    const reseller = world.a.tokens['reseller'] ?? '';
    for (const code of ['globex', 'hosted']) expect((await create(reseller, code)).status).toBe(409);
    expect((await create(reseller, 'glob')).status).toBe(201);
    // Platform staff may take over a PBX whose devices have names already.
    expect((await create(admin, 'globex')).status).toBe(201);
  });
});
