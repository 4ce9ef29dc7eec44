import { afterEach, describe, expect, it } from 'vitest';
import { createFakePbx, type FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import { createContactReader } from './contact-reader.ts';
import { readContacts } from './read-contacts.ts';

const pbxs: FakePbx[] = [];
afterEach(async () => {
  await Promise.all(pbxs.splice(0).map((pbx) => pbx.close()));
});

const USERS = [
  { username: 'prov', secret: 's', read: [], write: ['config', 'system'] },
  { username: 'live', secret: 's', write: ['agent', 'call', 'originate', 'reporting'] },
];
const start = async (): Promise<FakePbx> => {
  const pbx = createFakePbx({ plan: labPlan, users: USERS, pace: { kind: 'manual' }, refusalDelayMs: 5 });
  pbxs.push(pbx);
  await pbx.listen();
  return pbx;
};
const loginOf = (pbx: FakePbx, username: string, secret = 's') => ({
  host: '127.0.0.1',
  port: pbx.port(),
  tls: false,
  caPem: '',
  username,
  secret,
});

describe('the contacts of a PBX', () => {
  it('are read over a connection that is closed afterwards', async () => {
    const pbx = await start();
    const read = await readContacts(loginOf(pbx, 'prov'));
    expect(read.kind === 'read' && read.contacts.map((c) => c.endpoint)).toEqual([
      'acme-101',
      'acme-102',
      'acme-103',
      'acme-104',
      'globex-201',
      'globex-202',
    ]);
    expect(read.kind === 'read' && read.contacts[0]).toMatchObject({ reachable: true });
    await expect.poll(() => pbx.connections()).toBe(0);
  });

  it('are empty when no phone is registered', async () => {
    const pbx = await start();
    for (const device of pbx.world().devices.values()) device.registered = false;
    expect(await readContacts(loginOf(pbx, 'prov'))).toEqual({ kind: 'read', contacts: [] });
  });

  it('are denied to a login without class system and unavailable with a wrong secret', async () => {
    const pbx = await start();
    expect(await readContacts(loginOf(pbx, 'live'))).toEqual({ kind: 'denied' });
    expect(await readContacts(loginOf(pbx, 'prov', 'wrong'))).toEqual({ kind: 'away' });
    await pbx.shut();
    expect(await readContacts(loginOf(pbx, 'prov'))).toEqual({ kind: 'away' });
  });
});

describe('the contact reader', () => {
  const LOGIN = { host: 'x', port: 1, tls: false, caPem: '', username: 'u', secret: 's' };

  it('queries the PBX once in a few seconds for many viewers', async () => {
    let now = 0;
    const asked: number[] = [];
    const reader = createContactReader({
      loginOf: (id) => Promise.resolve(id === 9 ? null : LOGIN),
      read: () => {
        asked.push(now);
        return Promise.resolve({ kind: 'read', contacts: [] });
      },
      now: () => now,
    });
    await Promise.all([reader(1), reader(1), reader(1)]);
    now = 7_000;
    expect((await reader(1)).at).toBe(0);
    now = 9_000;
    expect((await reader(1)).at).toBe(9_000);
    expect(asked).toEqual([0, 9_000]);
    expect((await reader(9)).kind).toBe('no-login');
  });

  it('does not cache a failure', async () => {
    let fail = true;
    const reader = createContactReader({
      loginOf: () => (fail ? Promise.reject(new Error('database away')) : Promise.resolve(LOGIN)),
      read: () => Promise.resolve({ kind: 'away' }),
      now: () => 0,
    });
    await expect(reader(1)).rejects.toThrow('database away');
    fail = false;
    expect((await reader(1)).kind).toBe('away');
  });
});
