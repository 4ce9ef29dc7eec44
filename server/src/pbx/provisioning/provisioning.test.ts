// Tests provisioning from database rows to the PBX: the complete console against the simulated PBX and its configuration folder.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import type { Strategy } from '../../../../tools/fake-pbx/src/sim/plan.ts';
import { createDisk } from '../../../../tools/fake-pbx/src/sim/config-disk.ts';
import { runCommand } from '../../cli/run-command.ts';
import { markElapsed } from './mark-queries.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { clearPbxMarks, pbxMarks } from '../../testing/pbx-marks.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const LIVE = { username: 'live', secret: 'live-secret', write: ['agent', 'call', 'reporting'] };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let server: TestConsole;
let token: string;
let pbx: FakePbx;
let serverId: number;
let customerId: string;
let queueId: string;
const lines: Record<string, string> = {};

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const at = (path = ''): string => `/endpoints/${serverId}/provisioning${path}`;
const runStatus = async () => {
  const { status, problem, counts } = await ask('GET', at());
  return { status, problem, pending: counts.pending, failed: counts.failed, drift: counts.drift };
};
const WELL = { status: 'idle', problem: null, pending: 0, failed: 0, drift: 0 };
const settled = () => expect.poll(runStatus, PATIENCE).toEqual(WELL);
const object = async (kind: string, name: string) =>
  (await ask('GET', at(`/objects?perPage=100&kind=${kind}&q=${name}`))).data.find(
    (each: { name: string }) => each.name === name,
  );
const section = (file: string, name: string) =>
  pbx
    .world()
    .loaded.disk.get(file)
    ?.sections.find((each) => each.name === name)
    ?.lines.map((line) => `${line.name}=${line.value}`);
/** Simulates a manual edit of a file on the PBX. */
const changeByHand = (file: string, from: string, to: string): void => {
  const { disk } = pbx.world().loaded;
  const held = disk.get(file);
  if (held === undefined) throw new Error(`The PBX has no ${file}`);
  const lineOf = (text: string) => ({
    name: text.slice(0, text.indexOf('=')),
    value: text.slice(text.indexOf('=') + 1),
  });
  const sections = held.sections.map((each) => ({
    ...each,
    lines: each.lines.map((line) => (`${line.name}=${line.value}` === from ? lineOf(to) : line)),
  }));
  disk.set(file, { ...held, sections });
};
const marks = async (): Promise<readonly string[]> => {
  const rows = await pbxMarks(server.deps.db);
  return rows.map((row) => row.resource);
};

beforeAll(async () => {
  server = await startTestConsole();
  const options = { username: 'root', role: 'administrator', email: 'root@example.com', password: PASSWORD };
  await runCommand(server.deps, { command: 'user create', options });
  token = await server.signIn('root');
  const plan = { ...labPlan, agents: [] };
  pbx = createFakePbx({
    plan,
    users: [LIVE, WRITER],
    disk: createDisk(plan, [LIVE, WRITER]),
    pace: { kind: 'manual' },
  });
  const address = await pbx.listen();
  ({ id: serverId } = await ask('POST', '/endpoints', {
    ...{ name: 'North', amiHost: address.host, amiPort: address.port },
    ...{ amiUsername: LIVE.username, amiSecret: LIVE.secret },
  }));
});
afterAll(async () => {
  await server.close();
  await pbx.close();
});

describe('provisioning of a PBX server', () => {
  it('queues changes without delaying requests while the PBX is down, and writes all of them when it is back', async () => {
    await pbx.shut();
    await ask('PATCH', at(), { enabled: true, username: WRITER.username, secret: WRITER.secret });
    ({ id: customerId } = await ask('POST', '/customers', { code: 'newco', name: 'New Co' }));
    const callcenter = await ask('POST', '/callcenters', { customerId, name: 'Sales', code: 'sales' });
    for (const extension of ['201', '202', '203']) {
      const line = await ask('POST', '/subscribers', { customerId, serverId, extension, name: `Phone ${extension}` });
      lines[extension] = line.id;
    }
    const queue = { customerId, callcenterId: callcenter.id, serverId, name: 'newco-sales', extension: '700' };
    ({ id: queueId } = await ask('POST', '/queues', queue));
    await ask('POST', `/queues/${queueId}/members`, { subscriberId: lines['201'] });
    await expect.poll(async () => (await runStatus()).problem?.kind, PATIENCE).toBe('link');
    const { data } = await ask('GET', `/provisioning/subscribers?ids=${lines['201']}`);
    expect(data).toMatchObject([{ state: 'pending' }]);
    await pbx.reopen();
    await ask('POST', at('/apply'));
    await settled();
    expect(section('ringside_endpoints.conf', 'newco-201')).toContain('context=newco-out');
    expect(section('ringside_queues.conf', 'newco-sales')).toContain('member=PJSIP/newco-201,0,Phone 201');
    expect(await object('pjsip', 'newco-203')).toMatchObject({ state: 'applied', resourceId: lines['203'] });
    expect(await marks()).toEqual([]);
  });

  it('writes nothing when the configuration is already there', async () => {
    await ask('POST', at('/apply'));
    await settled();
    expect((await ask('GET', at())).lastRun).toMatchObject({ outcome: 'unchanged', restorable: false });
    expect((await ask('GET', at('/difference'))).total).toBe(0);
  });

  it('keeps a manual change and undoes it on request', async () => {
    changeByHand('ringside_endpoints.conf', 'direct_media=no', 'direct_media=yes');
    const { drift } = (await ask('POST', at('/check'))).counts;
    expect(drift).toBeGreaterThan(0);
    const problems = (await ask('GET', '/provisioning/problems')).data;
    expect(problems).toMatchObject([{ serverId, failed: 0, drift, waiting: false }]);
    const name = (await ask('GET', at('/objects?state=drift'))).data[0].name;
    const kept = await server.call(token, 'POST', at('/adopt'), { kind: 'pjsip', name });
    expect(kept).toMatchObject({ status: 422, body: { errors: [{ code: 'not-adoptable' }] } });
    await ask('PATCH', `/queues/${queueId}`, { maxCallers: 5 });
    await expect.poll(() => section('ringside_queues.conf', 'newco-sales'), PATIENCE).toContain('maxlen=5');
    expect(section('ringside_endpoints.conf', name)).toContain('direct_media=yes');
    await ask('POST', at('/apply'));
    await settled();
    expect(section('ringside_endpoints.conf', name)).toContain('direct_media=no');
  });

  it('undoes the manual change of one object and keeps the others', async () => {
    changeByHand('ringside_endpoints.conf', 'callerid="Phone 202" <202>', 'callerid="Hand 202" <202>');
    changeByHand('ringside_endpoints.conf', 'callerid="Phone 203" <203>', 'callerid="Hand 203" <203>');
    await ask('POST', at('/check'));
    await ask('POST', at('/undo'), { kind: 'pjsip', name: 'newco-202' });
    await expect
      .poll(() => section('ringside_endpoints.conf', 'newco-202'), PATIENCE)
      .toContain('callerid="Phone 202" <202>');
    await expect.poll(() => object('pjsip', 'newco-202'), PATIENCE).toMatchObject({ state: 'applied' });
    expect(section('ringside_endpoints.conf', 'newco-203')).toContain('callerid="Hand 203" <203>');
    expect(await object('pjsip', 'newco-203')).toMatchObject({ state: 'drift' });
    const again = await server.call(token, 'POST', at('/undo'), { kind: 'pjsip', name: 'newco-202' });
    expect(again.status).toBe(404);
    await ask('POST', at('/undo'), { kind: 'pjsip', name: 'newco-203' });
    await expect
      .poll(() => section('ringside_endpoints.conf', 'newco-203'), PATIENCE)
      .toContain('callerid="Phone 203" <203>');
    await settled();
  });

  it('adopts a manual change that a field can hold', async () => {
    changeByHand('ringside_queues.conf', 'maxlen=5', 'maxlen=8');
    await ask('POST', at('/check'));
    expect(await ask('POST', at('/adopt'), { kind: 'queue', name: 'newco-sales' })).toMatchObject({ state: 'applied' });
    expect((await ask('GET', `/queues/${queueId}`)).maxCallers).toBe(8);
    await settled();
  });

  it('rolls back, pauses, and continues after the next apply', async () => {
    const { lastRun } = await ask('GET', at());
    const { data: runs } = await ask('GET', at('/runs'));
    const run = [lastRun, ...runs].find((each) => each.restorable);
    await ask('PATCH', `/subscribers/${lines['202']}`, { name: 'Later' });
    await settled();
    await ask('POST', at('/rollback'), { runId: run.id });
    await expect.poll(async () => (await runStatus()).status, PATIENCE).toBe('held');
    expect(section('ringside_endpoints.conf', 'newco-202')).toContain('callerid="Phone 202" <202>');
    await ask('PATCH', `/subscribers/${lines['203']}`, { name: 'Waits' });
    expect((await runStatus()).status).toBe('held');
    const undo = await server.call(token, 'POST', at('/undo'), { kind: 'pjsip', name: 'newco-203' });
    expect(undo).toMatchObject({ status: 422, body: { errors: [{ code: 'held' }] } });
    expect(section('ringside_endpoints.conf', 'newco-203')).toContain('callerid="Phone 203" <203>');
    await ask('POST', at('/apply'));
    await settled();
    expect(section('ringside_endpoints.conf', 'newco-202')).toContain('callerid="Later" <202>');
    expect(section('ringside_endpoints.conf', 'newco-203')).toContain('callerid="Waits" <203>');
  });

  it('reports options that Asterisk did not accept until it did', async () => {
    // The running queue differs from the file, as with `linear` before a restart.
    const told = (strategy: Strategy): void => {
      const queue = pbx.world().queues.get('newco-sales');
      if (queue === undefined) throw new Error('No queue');
      queue.plan = { ...queue.plan, strategy };
    };
    await ask('PATCH', `/queues/${queueId}`, { strategy: 'ringall' });
    await settled();
    told('rrmemory');
    await ask('POST', at('/check'));
    expect(await object('queue', 'newco-sales')).toMatchObject({
      state: 'failed',
      reason: 'differs',
      params: { option: 'strategy', wanted: 'ringall', found: 'rrmemory' },
    });
    told('ringall');
    await ask('POST', at('/check'));
    expect(await object('queue', 'newco-sales')).toMatchObject({ state: 'applied', reason: null });
  });

  it('reports runtime changes of dialplan steps and members, and shows no password', async () => {
    const { loaded, queues } = pbx.world();
    const { dialplan, auths } = loaded;
    const queue = queues.get('newco-sales');
    if (queue === undefined) throw new Error('No queue');
    const { members } = queue;
    const password = auths.get('newco-202')?.get('password') ?? '';
    const steps = (dialplan.get('newco-out') ?? []).map((step) =>
      step.exten === '201' && step.priority === '1' ? { ...step, application: 'Hangup' } : step,
    );
    loaded.dialplan = new Map([...dialplan, ['newco-out', steps]]);
    loaded.auths = new Map([
      ...auths,
      ['newco-202', new Map([...(auths.get('newco-202') ?? []), ['password', 'other']])],
    ]);
    queue.members = [];
    await ask('POST', at('/check'));
    const failed = async (kind: string, name: string) => {
      const { state, reason, params } = await object(kind, name);
      return { state, reason, option: params.option };
    };
    const differs = (option: string) => ({ state: 'failed', reason: 'differs', option });
    expect(await failed('dialplan', 'newco-out')).toEqual(differs('201,1'));
    expect(await failed('pjsip', 'newco-202')).toEqual(differs('password'));
    expect(await failed('queue', 'newco-sales')).toEqual(differs('member'));
    expect(JSON.stringify((await ask('GET', at('/objects?perPage=100'))).data)).not.toContain(password);
    Object.assign(loaded, { dialplan, auths });
    queue.members = members;
    await ask('POST', at('/check'));
    await settled();
  });

  it('binds a line only to a transport that the PBX has', async () => {
    const line = (transport: string) => server.call(token, 'PATCH', `/subscribers/${lines['202']}`, { transport });
    const { data: places } = await ask('GET', '/subscribers/servers');
    expect(places.find((each: { id: number }) => each.id === serverId).transports).toEqual(['tcp', 'udp', 'wss']);
    const refused = await line('tls');
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ path: 'transport', code: 'no-transport', params: { transport: 'TLS', there: 'TCP, UDP, WSS' } }],
    ]);
    expect(section('ringside_endpoints.conf', 'newco-202')?.join()).not.toContain('transport');
    expect((await line('tcp')).status).toBe(200);
    await settled();
    expect(section('ringside_endpoints.conf', 'newco-202')).toContain('transport=tcp');
    expect(section('ringside_endpoints.conf', 'newco-203')?.join()).not.toContain('transport');
  });

  it('unbinds a line whose transport was removed from the PBX, reports it, and binds it again', async () => {
    const { disk } = pbx.world().loaded;
    const held = disk.get('pjsip.conf');
    if (held === undefined) throw new Error('No pjsip.conf');
    disk.set('pjsip.conf', { ...held, sections: held.sections.filter(({ name }) => name !== 'tcp') });
    await ask('POST', at('/apply'));
    const { transport, ...failed } = { state: 'failed', reason: 'no-transport', transport: 'tcp' };
    const told = async () => (await object('pjsip', 'newco-202')) ?? {};
    await expect.poll(told, PATIENCE).toMatchObject({ ...failed, params: { transport } });
    expect(section('ringside_endpoints.conf', 'newco-202')?.join()).not.toContain('transport');
    // With two transports of a kind, the PBX selects one by the phone's address.
    const tcp = held.sections.filter(({ name }) => name === 'tcp');
    disk.set('pjsip.conf', {
      ...held,
      sections: [...held.sections, ...tcp.map((each) => ({ ...each, name: 'tcp6' }))],
    });
    await ask('POST', at('/apply'));
    await settled();
    expect(section('ringside_endpoints.conf', 'newco-202')?.join()).not.toContain('transport');
    disk.set('pjsip.conf', held);
    await ask('POST', at('/apply'));
    await settled();
    expect(section('ringside_endpoints.conf', 'newco-202')).toContain('transport=tcp');
    await ask('PATCH', `/subscribers/${lines['202']}`, { transport: 'auto' });
    await settled();
  });

  it('reports an unreadable file and rewrites it completely on apply', async () => {
    const { disk } = pbx.world().loaded;
    const held = disk.get('ringside_queues.conf');
    if (held === undefined) throw new Error('No queues');
    disk.set('ringside_queues.conf', { ...held, invalid: true });
    await ask('POST', at('/check'));
    expect((await runStatus()).problem).toMatchObject({
      kind: 'file-invalid',
      params: { file: 'ringside_queues.conf' },
    });
    await ask('POST', at('/apply'));
    await settled();
    expect(disk.get('ringside_queues.conf')?.invalid).toBe(false);
    expect(section('ringside_queues.conf', 'newco-sales')).toContain('maxlen=8');
    // The PBX's own files are never repaired.
    const theirs = disk.get('queues.conf');
    if (theirs === undefined) throw new Error('No queues');
    disk.set('queues.conf', { ...theirs, invalid: true });
    await ask('POST', at('/apply'));
    await expect.poll(async () => (await runStatus()).problem?.params, PATIENCE).toMatchObject({ file: 'queues.conf' });
    expect(disk.get('queues.conf')?.invalid).toBe(true);
    disk.set('queues.conf', theirs);
    await ask('POST', at('/apply'));
    await settled();
  });

  it('marks the PBX server for every kind of relevant change', async () => {
    await ask('PATCH', at(), { enabled: false });
    await clearPbxMarks(server.deps.db);
    const heard = async (what: () => Promise<unknown>): Promise<readonly string[]> => {
      await what();
      const found = await marks();
      await clearPbxMarks(server.deps.db);
      return found;
    };
    expect(await heard(() => ask('PATCH', `/customers/${customerId}`, { country: 'DE' }))).toEqual(['customer']);
    expect(await heard(() => ask('PATCH', `/customers/${customerId}`, { name: 'Newer Co' }))).toEqual([]);
    const group = { customerId, serverId, name: 'Desk', memberIds: [lines['202'], lines['203']] };
    expect(await heard(() => ask('POST', '/ringgroups', group))).toContain('ringgroup');
    expect(await heard(() => ask('DELETE', `/subscribers/${lines['203']}`))).toEqual(
      expect.arrayContaining(['ringgroup', 'subscriber']),
    );
    const { data: centers } = await ask('GET', '/callcenters');
    const person = {
      ...{ customerId, username: 'agent', email: 'agent@example.com', role: 'agent', password: PASSWORD },
      callcenterIds: centers.map((each: { id: string }) => each.id),
    };
    const user = await ask('POST', '/users', person);
    await ask('PATCH', `/subscribers/${lines['202']}`, { userId: user.id });
    expect(await heard(() => ask('PATCH', `/users/${user.id}`, { role: 'supervisor' }))).toContain('subscriber');
  });

  it('marks a dial rule once when it becomes valid', async () => {
    const { db } = server.deps;
    const from = new Date('2031-03-01T08:00:00Z');
    const rule = { kind: 'dial', effect: 'deny', subjectType: 'customer', subjectId: customerId, prefixes: ['44'] };
    await ask('POST', '/acl', { ...rule, customerId, name: 'From March', validFrom: from.toISOString() });
    await clearPbxMarks(db);
    const elapsed = (to: number, after: number) => markElapsed(db, new Date(+from + after), new Date(+from + to));
    await elapsed(-1, -1000);
    expect(await marks()).toEqual([]);
    await elapsed(0, -1);
    expect(await marks()).toEqual(['acl']);
    await elapsed(1000, 0);
    expect(await marks()).toEqual(['acl']);
  });

  it('offers only the files driver when the console has no PostgreSQL', async () => {
    const answer = await server.call(token, 'PATCH', at(), { driver: 'database' });
    const refused = server.deps.config.databaseUrl === null;
    expect(answer.status).toBe(refused ? 422 : 200);
    if (refused) expect(answer.body.errors).toMatchObject([{ path: 'driver', code: 'needs-postgresql' }]);
    expect((await ask('GET', at())).databaseOffered).toBe(!refused);
  });
});
