// Tests how blocked numbers of plans reach AstDB: the complete console against the simulated PBX.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import { createDisk } from '../../../../tools/fake-pbx/src/sim/config-disk.ts';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { markElapsed } from './mark-queries.ts';
import { createRateTables } from '../../billing/rate-table-queries.ts';
import { pbxMarks } from '../../testing/pbx-marks.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const LIVE = { username: 'live', secret: 'live-secret', write: ['agent', 'call', 'reporting'] };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let server: TestConsole;
let token: string;
let pbx: FakePbx;
let serverId: number;
let customerId: string;
let planId: string;

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const database = (): ReadonlyMap<string, string> => pbx.world().loaded.database;
/** Looks up a number like the dialplan does. */
const verdictOf = (way: 'in' | 'out', number: string): string => {
  const family = database().get(`/ringside-rate-tables/${way}-newco`);
  if (family === undefined) return 'no table';
  for (let length = number.length; length > 0; length--) {
    const found = database().get(`/${family}/${number.slice(0, length)}`);
    if (found !== undefined) return found;
  }
  return database().get(`/${family}/any`) ?? 'no verdict';
};
const says = (expected: Readonly<Record<string, string>>) =>
  expect
    .poll(() => Object.fromEntries(Object.keys(expected).map((number) => [number, verdictOf('out', number)])), PATIENCE)
    .toEqual(expected);
const rate = (prefix: string, changes: Readonly<Record<string, unknown>> = {}) =>
  ask('POST', `/plans/${planId}/rates`, { prefix, ratePerMinute: '0.1', ...changes });
const families = () => new Set([...database().keys()].map((path) => path.split('/')[1]));

beforeAll(async () => {
  server = await startTestConsole();
  const options = { username: 'root', role: 'administrator', email: 'root@example.com', password: PASSWORD };
  await runCommand(server.deps, { command: 'user create', options });
  token = await server.signIn('root');
  const plan = { ...labPlan, agents: [] };
  const disk = createDisk(plan, [LIVE, WRITER]);
  pbx = createFakePbx({ plan, users: [LIVE, WRITER], disk, pace: { kind: 'manual' } });
  const address = await pbx.listen();
  ({ id: serverId } = await ask('POST', '/endpoints', {
    ...{ name: 'North', amiHost: address.host, amiPort: address.port },
    ...{ amiUsername: LIVE.username, amiSecret: LIVE.secret },
  }));
  await ask('PATCH', `/endpoints/${serverId}/provisioning`, {
    ...{ enabled: true, username: WRITER.username, secret: WRITER.secret },
  });
  ({ id: customerId } = await ask('POST', '/customers', { code: 'newco', name: 'New Co' }));
  await ask('POST', '/subscribers', { customerId, serverId, extension: '201', name: 'Phone 201' });
  ({ id: planId } = await ask('POST', '/plans', { name: 'Basic', status: 'active', currency: 'USD' }));
  await ask('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
});
afterAll(async () => {
  await server.close();
  await pbx.close();
});

describe('the numbers that a plan blocks', () => {
  it('reach the PBX when a rate, its "Blocked" or the setting for numbers without a rate changes', async () => {
    await rate('44');
    await rate('4487', { blocked: true });
    const london = await rate('44871');
    await says({ '442079460000': 'allow', '448700000000': 'refuse', '448710000000': 'allow', '33123456789': 'refuse' });
    await ask('PATCH', `/plans/${planId}/rates/${london.id}`, { blocked: true });
    await says({ '442079460000': 'allow', '448700000000': 'refuse', '448710000000': 'refuse' });
    await ask('PATCH', `/plans/${planId}`, { unratedPolicy: 'zero' });
    await says({ '448710000000': 'refuse', '33123456789': 'allow' });
    // One table and the table of names.
    await expect.poll(() => families().size, PATIENCE).toBe(2);
  });

  it('are written again when the PBX lost them', async () => {
    pbx.world().loaded.database.clear();
    await ask('POST', `/endpoints/${serverId}/provisioning/apply`);
    await says({ '448710000000': 'refuse', '442079460000': 'allow' });
  });

  it('contain only blocked numbers for inbound calls', async () => {
    await rate('972771234567', { direction: 'inbound', blocked: true });
    await expect.poll(() => verdictOf('in', '972771234567'), PATIENCE).toBe('refuse');
    expect(verdictOf('in', '972771234568')).toBe('allow');
  });

  it('are checked when a rate starts or a plan changes on its date', async () => {
    const { db } = server.deps;
    const from = new Date('2031-03-01T08:00:00Z');
    await rate('33', { effectiveFrom: from.toISOString() });
    await expect.poll(async () => (await pbxMarks(db)).length, PATIENCE).toBe(0);
    await markElapsed(db, new Date(+from - 1), from);
    expect(await pbxMarks(db)).toMatchObject([{ resource: 'plan', resourceId: planId }]);
  });

  it('follow the hours in which rates apply', async () => {
    const terms = { peakHours: [{ days: [2], from: '09:00', to: '17:00' }], timezone: 'UTC' };
    await ask('PATCH', `/plans/${planId}`, terms);
    await rate('7', { timing: 'peak', blocked: true });
    // A Tuesday in the future, because the plan version starts now.
    const day = Date.now() + ((9 - new Date().getUTCDay()) % 7) * 86_400_000 + 7 * 86_400_000;
    let now = new Date(day).setUTCHours(8, 59, 59);
    const tables = createRateTables(server.deps.db, () => now);
    const customers = new Map([['newco', customerId]]);
    const blocked = async () => (await tables.of(customers)).get('out-newco')?.entries.some(([key]) => key === '7');
    expect(await blocked()).toBe(false);
    expect(tables.changedHours()).toEqual([]);
    now += 1000;
    expect(tables.changedHours()).toEqual([planId]);
    expect(tables.changedHours()).toEqual([]);
    expect(await blocked()).toBe(true);
  });

  it('are removed from the PBX with the last plan that blocks any', async () => {
    const { id: other } = await ask('POST', '/plans', {
      ...{ name: 'Open', status: 'active', currency: 'USD', unratedPolicy: 'zero' },
    });
    await ask('POST', `/plans/${other}/customers`, { customerId });
    await expect.poll(() => database().size, PATIENCE).toBe(0);
  });
});
