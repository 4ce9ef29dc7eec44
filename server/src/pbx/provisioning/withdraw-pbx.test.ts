// Tests the deletion of a PBX server together with its configuration, against the simulated PBX.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import { createDisk } from '../../../../tools/fake-pbx/src/sim/config-disk.ts';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const LIVE = { username: 'live', secret: 'live-secret', write: ['agent', 'call', 'reporting'] };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let server: TestConsole;
let token: string;
let pbx: FakePbx;
let serverId: number;
let subscriberId: string;
let customerId: string;

const call = (method: string, path: string, body?: unknown) => server.call(token, method, path, body);
const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const at = (path = ''): string => `/endpoints/${serverId}/provisioning${path}`;
const removal = () => call('DELETE', `/endpoints/${serverId}?removeConfiguration=true`);
const namesIn = (file: string) =>
  pbx
    .world()
    .loaded.disk.get(file)
    ?.sections.map(({ name }) => name);

beforeAll(async () => {
  server = await startTestConsole();
  const options = { username: 'root', role: 'administrator', email: 'root@example.com', password: PASSWORD };
  await runCommand(server.deps, { command: 'user create', options });
  token = await server.signIn('root');
  const plan = { ...labPlan, agents: [] };
  const users = [LIVE, WRITER];
  pbx = createFakePbx({ plan, users, disk: createDisk(plan, users), pace: { kind: 'manual' } });
  const { host, port } = await pbx.listen();
  const live = { amiUsername: LIVE.username, amiSecret: LIVE.secret };
  ({ id: serverId } = await ask('POST', '/endpoints', { name: 'North', amiHost: host, amiPort: port, ...live }));
});
afterAll(async () => {
  await server.close();
  await pbx.close();
});

it('reports no footprint on a PBX that it never provisioned, and refuses to remove one', async () => {
  expect(await ask('GET', at('/footprint'))).toMatchObject({ configured: false, files: [] });
  expect(await removal()).toMatchObject({ status: 409, body: { errors: [{ code: 'not-provisioned' }] } });
});

it('shows files, sections and lines, and changes nothing while a line still uses the server', async () => {
  await ask('PATCH', at(), { enabled: true, username: WRITER.username, secret: WRITER.secret });
  ({ id: customerId } = await ask('POST', '/customers', { code: 'newco', name: 'New Co' }));
  const line = { customerId, serverId, extension: '201', name: 'Ann' };
  ({ id: subscriberId } = await ask('POST', '/subscribers', line));
  await expect.poll(async () => (await ask('GET', at())).status, PATIENCE).toBe('idle');
  expect(namesIn('ringside_endpoints.conf')).toEqual(['newco-201']);
  const found = await ask('GET', at('/footprint'));
  expect(found).toMatchObject({ configured: true, problem: null, foreign: 0 });
  expect(found.files).toContainEqual({ name: 'ringside_endpoints.conf', sections: 1 });
  expect(found.lines).toContainEqual({ file: 'manager.conf', lines: ['[writer]'] });
  expect(await removal()).toMatchObject({ status: 409, body: { errors: [{ code: 'in-use' }] } });
  expect(namesIn('ringside_endpoints.conf')).toEqual(['newco-201']);
});

it('keeps the server when the PBX is unreachable, refuses the login or refuses to write, and names the reason', async () => {
  // With provisioning disabled, the files keep objects whose rows are deleted.
  await ask('PATCH', at(), { enabled: false });
  await ask('DELETE', `/subscribers/${subscriberId}`);
  await pbx.shut();
  const away = await ask('GET', at('/footprint'));
  expect(away).toMatchObject({ configured: true, problem: { kind: 'link' } });
  expect(away.files.map(({ name }: { name: string }) => name)).toContain('ringside_endpoints.conf');
  expect(away.commands).toContain('rm /etc/asterisk/ringside_*.conf');
  expect(await removal()).toMatchObject({ status: 503, body: { errors: [{ code: 'removal-unreachable' }] } });
  await pbx.reopen();
  await ask('PATCH', at(), { secret: 'wrong' });
  expect(await removal()).toMatchObject({
    status: 409,
    body: { code: 'pbx-refused', errors: [{ code: 'removal-denied', params: { username: 'writer' } }] },
  });
  await ask('PATCH', at(), { secret: WRITER.secret });
  expect(await call('GET', `/endpoints/${serverId}`)).toMatchObject({ status: 200 });
  expect(namesIn('ringside_endpoints.conf')).toEqual(['newco-201']);
});

it('writes nothing on a PBX in maintenance', async () => {
  await ask('PATCH', `/endpoints/${serverId}`, { maintenance: true });
  expect(await removal()).toMatchObject({ status: 409, body: { errors: [{ code: 'in-maintenance' }] } });
  expect(namesIn('ringside_endpoints.conf')).toEqual(['newco-201']);
  await ask('PATCH', `/endpoints/${serverId}`, { maintenance: false });
});

it('empties its files, keeps foreign sections, and then deletes the server', async () => {
  const { disk } = pbx.world().loaded;
  const held = disk.get('ringside_endpoints.conf');
  if (held === undefined) throw new Error('No endpoints');
  const [first] = held.sections;
  if (first === undefined) throw new Error('No section');
  disk.set('ringside_endpoints.conf', { ...held, sections: [...held.sections, { ...first, name: 'by-hand' }] });
  expect(await ask('GET', at('/footprint'))).toMatchObject({ foreign: 1 });
  expect(await removal()).toMatchObject({ status: 204 });
  expect(namesIn('ringside_endpoints.conf')).toEqual(['by-hand']);
  for (const file of ['ringside_auths.conf', 'ringside_aors.conf', 'ringside_extensions.conf']) {
    expect(namesIn(file) ?? [], file).toEqual([]);
  }
  expect(await call('GET', `/endpoints/${serverId}`)).toMatchObject({ status: 404 });
});
