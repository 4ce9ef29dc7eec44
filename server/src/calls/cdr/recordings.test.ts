// Tests recordings on a real console with a WAV file: complete and ranged playback, scope, and path traversal.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalLeg } from '@ringside/core/asterisk/leg.ts';
import { createCallCollector } from '../collect.ts';
import { runCommand } from '../../cli/run-command.ts';
import { readOwners } from '../../live/owner-queries.ts';
import { createOwners } from '../../live/owners.ts';
import { tone } from '../recordings/testing/tone.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

const SOUND = tone(1);
const NAMES = {
  good: 'acme/2026/11/20/sales.wav',
  upper: 'acme/2026/11/20/SALES.WAV',
  silent: 'acme/2026/11/20/abandoned.wav',
  gone: 'acme/2026/11/20/deleted.wav',
  folder: 'acme/2026/11/20/folder.wav',
  text: 'acme/2026/11/20/notes.txt',
  dots: '../outside/secret.wav',
  deepDots: 'acme/../../outside/secret.wav',
  absolute: '/outside/secret.wav',
  link: 'acme/link.wav',
  linkedFolder: 'linked/secret.wav',
  sibling: '../recordings-of-others/secret.wav',
  long: `${'x'.repeat(5_000)}.wav`,
  encoded: '..%2Foutside%2Fsecret.wav',
  backslash: '..\\outside\\secret.wav',
} as const;
type Name = keyof typeof NAMES;

let running: TestConsole;
let top: string;
let admin: string;
let acme: string;
let globex: string;
let supervisor: string;
let agent: string;
const idOf = new Map<Name, string>();

const must = async (path: string, body: unknown) => {
  const answer = await running.call(admin, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

const leg = (i: number, recordingFile: string): LocalLeg => ({
  ...{ uniqueid: `pbx-1.${i}`, linkedid: `pbx-1.${i}`, sequence: i, accountCode: 'acme', peerAccount: 'acme' },
  ...{ tenantId: 'acme', source: '+12125550123', destination: '+12025550101', context: 'did' },
  ...{ callerId: '"Ivy" <+12125550123>', channel: `PJSIP/carrier-0000000${i}` },
  ...{ destinationChannel: `PJSIP/acme-101-0000000${i}`, lastApplication: 'Queue', lastData: 'acme-sales,t' },
  ...{ duration: 5, billableSeconds: 5, disposition: 'ANSWERED', userField: '', recordingFile },
  ...{ start: '2026-11-20 10:00:00', answer: '2026-11-20 10:00:00', end: '2026-11-20 10:00:05' },
});

const makeFiles = (): void => {
  const folder = join(top, 'recordings');
  mkdirSync(join(folder, 'acme/2026/11/20/folder.wav'), { recursive: true });
  mkdirSync(join(top, 'outside'));
  mkdirSync(join(top, 'recordings-of-others'));
  for (const file of ['outside/secret.wav', 'recordings-of-others/secret.wav']) writeFileSync(join(top, file), SOUND);
  for (const name of [NAMES.good, NAMES.upper, NAMES.text]) writeFileSync(join(folder, name), SOUND);
  writeFileSync(join(folder, NAMES.silent), SOUND.subarray(0, 44));
  symlinkSync(join(top, 'outside/secret.wav'), join(folder, NAMES.link));
  symlinkSync(join(top, 'outside'), join(folder, 'linked'));
};

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'ringside-recordings-'));
  makeFiles();
  running = await startTestConsole({ RINGSIDE_RECORDINGS: join(top, 'recordings') });
  const root = { username: 'root', role: 'administrator', password: PASSWORD };
  await runCommand({ ...running.deps }, { command: 'user create', options: root });
  admin = await running.signIn('root');
  const server = { name: 'PBX', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'c', amiSecret: 's', enabled: false };
  const serverId = (await must('/endpoints', server)).id as number;
  for (const code of ['acme', 'globex']) {
    const { id: customerId } = await must('/customers', { code, name: code });
    const { id } = await must('/callcenters', { customerId, name: 'Desk', code: 'desk' });
    await must('/queues', { callcenterId: id, serverId, name: `${code}-sales` });
    for (const role of ['customer-admin', 'supervisor', 'agent']) {
      const [username, callcenterIds] = [`${code}-${role}`, role === 'customer-admin' ? [] : [id]];
      const email = `${username}@example.com`;
      await must('/users', { customerId, username, email, role, callcenterIds, password: PASSWORD });
    }
  }
  const signIns = ['acme-customer-admin', 'globex-customer-admin', 'acme-supervisor', 'acme-agent'];
  [acme, globex, supervisor, agent] = (await Promise.all(signIns.map((name) => running.signIn(name)))) as [
    string,
    string,
    string,
    string,
  ];
  const owners = createOwners();
  owners.replace(await readOwners(running.deps.db));
  const collector = createCallCollector(running.deps.db, owners, (error) => expect.fail(String(error)));
  const names = Object.entries({ ...NAMES, absolute: join(top, NAMES.absolute) });
  for (const [i, [, name]] of names.entries())
    collector.take(serverId, leg(i, name), Date.parse('2026-11-20T10:00:05Z'));
  await collector.close();
  const { body } = await running.call(acme, 'GET', '/reports/cdr?perPage=100');
  for (const call of body.data) idOf.set(names[Number(call.uniqueid.split('.')[1])]?.[0] as Name, call.id);
});
afterAll(async () => {
  await running?.close();
  rmSync(top, { recursive: true, force: true });
});

const hear = (token: string, name: Name, headers: Record<string, string> = {}, query = '') =>
  running.app.inject({
    method: 'GET',
    url: `/api/recordings/${idOf.get(name)}/audio${query}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

describe('a recording', () => {
  it.each(['good', 'upper'] as const)('is played unchanged (%s)', async (name) => {
    const answer = await hear(acme, name);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-length': String(SOUND.length) },
    });
    expect(answer.rawPayload.equals(SOUND)).toBe(true);
  });

  it.each([
    ['bytes=0-', 0, SOUND.length],
    ['bytes=100-199', 100, 200],
    ['bytes=16000-', 16_000, SOUND.length],
    ['bytes=-50', SOUND.length - 50, SOUND.length],
  ])('is played from any position (%s)', async (range, from, to) => {
    const answer = await hear(acme, 'good', { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${SOUND.length}`);
    expect(answer.rawPayload.equals(SOUND.subarray(from, to))).toBe(true);
  });

  it('answers 416 for a range beyond its end', async () => {
    const answer = await hear(acme, 'good', { range: `bytes=${SOUND.length}-` });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${SOUND.length}`);
    expect(answer.rawPayload).toHaveLength(0);
  });

  it.each(Object.keys(NAMES).filter((name) => name !== 'good' && name !== 'upper') as Name[])(
    'without its own valid file is not found, and no other file is opened (%s)',
    async (name) => {
      expect(idOf.get(name)).toBeDefined();
      const answer = await hear(acme, name);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain(top);
      const { body } = await running.call(acme, 'GET', `/reports/cdr/${idOf.get(name)}`);
      expect(body.recordings).toMatchObject([{ status: 'missing', bytes: null, kind: 'call' }]);
    },
  );

  it('is available only to its customer and to users who may hear recordings', async () => {
    expect((await hear(globex, 'good')).statusCode).toBe(404);
    expect((await hear(agent, 'good')).statusCode).toBe(403);
    expect((await hear(supervisor, 'good')).statusCode).toBe(200);
    // A supervisor may play a recording but not download it.
    expect((await hear(supervisor, 'good', {}, '?download=true')).statusCode).toBe(403);
    expect((await hear(acme, 'good', {}, '?download=true')).statusCode).toBe(200);
    expect((await running.app.inject(`/api/recordings/${idOf.get('good')}/audio`)).statusCode).toBe(401);
    expect((await running.call(globex, 'GET', '/recordings')).body.data).toEqual([]);
    const { body } = await running.call(acme, 'GET', '/recordings?perPage=100');
    expect(body.data).toHaveLength(idOf.size);
    const found = body.data.filter((r: { status: string }) => r.status === 'available');
    expect(found.map((r: { id: string }) => r.id).toSorted()).toEqual([idOf.get('good'), idOf.get('upper')].toSorted());
    expect(found[0]).toMatchObject({ bytes: SOUND.length, customerName: 'acme' });
  });

  it('has no number in its list entry and its file name if call records hide numbers', async () => {
    const rule = { kind: 'access', effect: 'deny', resource: 'cdr', fieldMask: ['caller-number'] };
    const { id } = await must('/acl', { ...rule, name: 'Hide numbers', subjectType: 'everyone' });
    const { body } = await running.call(acme, 'GET', '/recordings?perPage=100');
    expect(body.data[0].source.raw).toBe('***123');
    const { path } = (await running.call(acme, 'POST', `/recordings/${idOf.get('good')}/listen`)).body;
    for (const answer of [await hear(acme, 'good'), await running.app.inject(`/api${path}`)]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-disposition']).toContain('-___123.wav');
    }
    expect((await running.call(admin, 'DELETE', `/acl/${id}`)).status).toBe(204);
    expect((await hear(acme, 'good')).headers['content-disposition']).toContain('12125550123.wav');
  });

  it('writes one audit entry per playback, regardless of seeking', async () => {
    const trace = async () =>
      (await running.call(acme, 'GET', '/audit?resource=recording&perPage=100')).body.data as {
        action: string;
        username: string;
        resourceId: string;
      }[];
    const before = (await trace()).length;
    for (const range of ['bytes=0-', 'bytes=500-', 'bytes=9000-9999']) await hear(supervisor, 'good', { range });
    await hear(acme, 'good', {}, '?download=true');
    const after = await trace();
    expect(after).toHaveLength(before + 2);
    const facts = after.map((e) => `${e.username} ${e.action} ${e.resourceId}`);
    expect(facts).toContain(`acme-supervisor play ${idOf.get('good')}`);
    expect(facts).toContain(`acme-customer-admin download ${idOf.get('good')}`);
  });
});
