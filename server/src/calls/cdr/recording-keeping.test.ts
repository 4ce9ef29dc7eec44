// Tests retention, legal hold and deletion of recordings, from a folder and from Asterisk, including manually started ones, and playback
// URLs and MP3 encoding.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteHandRecording } from '../recordings/hand-queries.ts';
import { deleteOldRecordings } from '../recordings/retain.ts';
import { LOGIN, startStorage } from '../recordings/testing/storage.ts';
import type { Storage } from '../recordings/testing/storage.ts';
import { tone } from '../recordings/testing/tone.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

const SOUND = tone(1);
const DAY = 86_400_000;

let top: string;
let running: TestConsole;
let world: World;
let storage: Storage;
let admin: string;
let own: string;
let made = 0;

const folder = (name: string): string => join(top, 'recordings', name);

/** Creates a call with a recording. Returns the call's id. */
const makeCall = async (customerId: string, serverId: number, file: string, daysAgo = 0): Promise<string> => {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const at = new Date(Date.now() - daysAgo * DAY);
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
    destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
    recording_file, legs) values (${id}, ${serverId}, ${`link-${made}`}, ${`link-${made}`}, ${customerId}, 'inbound', 'answered', '+1', '',
    '+2', '', '', ${at}, ${at}, ${at}, 1, 0, 1, 1, ${file}, 1)`.execute(running.deps.db);
  if (!file.includes('/spool/') && file !== '') writeFileSync(folder(file), SOUND);
  return id;
};

const callOf = async (id: string, token = admin) => (await running.call(token, 'GET', `/reports/cdr/${id}`)).body;
const trail = async (action: string) =>
  (await running.call(admin, 'GET', `/audit?resource=recording&action=${action}&perPage=100`)).body.data as {
    username: string;
    resourceName: string;
    after: Record<string, unknown>;
  }[];
const sweep = () => deleteOldRecordings(running.deps.db, running.deps.sounds, (error) => expect.fail(String(error)));
const local = (mayDelete: boolean) => ({ kind: 'local', mayDelete });
const setSource = async (id: number, body: unknown) => {
  const answer = await running.call(admin, 'PUT', `/endpoints/${id}/recordings`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'ringside-keeping-'));
  mkdirSync(join(top, 'recordings'));
  // A fake encoder that accepts `-version` and returns shortened input.
  const program = join(top, 'ffmpeg');
  writeFileSync(program, '#!/bin/sh\ncase "$*" in *-version*) exit 0;; esac\nprintf ID3\nhead -c 4\n');
  chmodSync(program, 0o755);
  storage = await startStorage();
  ({ server: running, world } = await startTwins({
    RINGSIDE_RECORDINGS: join(top, 'recordings'),
    RINGSIDE_FFMPEG: program,
  }));
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
});
afterAll(async () => {
  await running?.close();
  await storage?.close();
  rmSync(top, { recursive: true, force: true });
});

it('is played from a URL that is valid for one session, and shows its waveform', async () => {
  const id = await makeCall(world.a.customerId, world.a.endpointId, 'played.wav');
  const asked = await running.call(own, 'POST', `/recordings/${id}/listen`);
  expect(asked.status).toBe(200);
  expect(asked.body).toMatchObject({ mediaType: 'audio/wav', seconds: 1, mp3: true });
  expect(asked.body.peaks).toHaveLength(400);
  expect(Math.max(...asked.body.peaks)).toBe(62);
  const path = `/api${asked.body.path}`;
  const play = (url: string, range: string) => running.app.inject({ url, headers: { range } });
  const part = await play(path, 'bytes=100-199');
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${SOUND.length}`]);
  expect(part.rawPayload.equals(SOUND.subarray(100, 200))).toBe(true);
  const other = await makeCall(world.b.customerId, world.b.endpointId, 'others.wav');
  for (const forged of [path.replace(id, other), path.slice(0, -1), path.replace(/\d{13}/, '9999999999999')]) {
    expect((await play(forged, 'bytes=0-')).statusCode, forged).toBe(404);
  }
  expect((await running.call(own, 'POST', `/recordings/${other}/listen`)).status).toBe(404);
  expect(await trail('play')).toMatchObject([
    { resourceName: 'played.wav', username: expect.stringContaining('customer-admin') },
  ]);
  // Playback stops after the user signs out.
  await running.deps.sessions.end([/stream\/[0-9a-f-]{36}\.([0-9a-f-]{36})/.exec(path)?.[1] ?? '']);
  expect((await play(path, 'bytes=0-')).statusCode).toBe(404);
  own = await running.signIn((await trail('play'))[0]?.username ?? '');
});

it("is available as MP3 where an encoder exists, only within the caller's scope", async () => {
  const id = await makeCall(world.a.customerId, world.a.endpointId, 'encoded.wav');
  const get = (token: string) =>
    running.app.inject({
      url: `/api/recordings/${id}/audio?download=true&format=mp3`,
      headers: { authorization: `Bearer ${token}` },
    });
  const file = await get(own);
  expect(file.headers['content-type']).toBe('audio/mpeg');
  expect(file.headers['content-disposition']).toContain('.mp3"');
  expect(file.body).toBe('ID3RIFF');
  expect((await get(world.b.tokens['customer-admin'] ?? '')).statusCode).toBe(404);
  expect((await get(world.a.tokens['supervisor'] ?? '')).statusCode).toBe(403);
});

it('reports why MP3 is unavailable without an encoder and offers the WAV', async () => {
  const { server, world: bare } = await startTwins({
    RINGSIDE_RECORDINGS: join(top, 'recordings'),
    RINGSIDE_FFMPEG: join(top, 'no-such-program'),
  });
  try {
    const token = bare.platform['administrator'] ?? '';
    const id = '00000000-0000-4000-8000-00000000abcd';
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs) values (${id}, ${bare.a.endpointId}, 'bare', 'bare', ${bare.a.customerId}, 'inbound', 'answered', '+1', '',
      '+2', '', '', now(), now(), now(), 1, 0, 1, 1, 'bare.wav', 1)`.execute(server.deps.db);
    writeFileSync(folder('bare.wav'), SOUND);
    expect((await server.call(token, 'POST', `/recordings/${id}/listen`)).body).toMatchObject({ mp3: false });
    const get = (more: string) =>
      server.app.inject({
        url: `/api/recordings/${id}/audio?download=true${more}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const refused = await get('&format=mp3');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'conflict', errors: [{ path: 'format', code: 'no-encoder' }] });
    expect(refused.json().errors[0].message).toContain('ffmpeg');
    expect((await get('')).rawPayload.equals(SOUND)).toBe(true);
  } finally {
    await server.close();
  }
}, 60_000);

it('is deleted manually once, where the console may delete and by permitted users, and never while on hold', async () => {
  const { endpointId, customerId } = world.a;
  const id = await makeCall(customerId, endpointId, 'unwanted.wav');
  const remove = (token: string) => running.call(token, 'DELETE', `/recordings/${id}`);
  expect((await remove(own)).status).toBe(403);
  expect((await remove(admin)).body).toMatchObject({ errors: [{ code: 'never-deleted' }] });
  await setSource(endpointId, local(true));
  const hold = (token: string, held: boolean) =>
    running.call(token, 'PUT', `/recordings/${id}/hold`, { held, reason: 'Case 12/26' });
  expect((await hold(world.a.tokens['supervisor'] ?? '', true)).status).toBe(403);
  expect((await hold(world.b.tokens['customer-admin'] ?? '', true)).status).toBe(404);
  expect((await hold(own, true)).body).toEqual({ held: true });
  expect(await callOf(id)).toMatchObject({ recordingHold: 'call', recordingDeletable: true });
  expect((await remove(admin)).body).toMatchObject({ status: 409, errors: [{ code: 'held' }] });
  expect((await hold(own, false)).status).toBe(200);
  await running.call(admin, 'PATCH', `/customers/${customerId}`, { recordingHold: true });
  expect(await callOf(id)).toMatchObject({ recordingHold: 'customer' });
  expect((await remove(admin)).status).toBe(409);
  expect(existsSync(folder('unwanted.wav'))).toBe(true);
  await running.call(admin, 'PATCH', `/customers/${customerId}`, { recordingHold: false });
  expect((await remove(admin)).status).toBe(204);
  expect(existsSync(folder('unwanted.wav'))).toBe(false);
  expect((await remove(admin)).status).toBe(404);
  expect(await callOf(id)).toMatchObject({ recorded: false, recordings: [{ status: 'deleted' }] });
  expect((await running.call(own, 'POST', `/recordings/${id}/listen`)).status).toBe(404);
  expect((await trail('update')).map((entry) => entry.after)).toMatchObject([
    { held: false, reason: 'Case 12/26' },
    { held: true, reason: 'Case 12/26' },
  ]);
  expect(await trail('delete')).toMatchObject([{ resourceName: 'unwanted.wav', after: { reason: 'by hand' } }]);
});

it("is deleted after the customer's retention time, except on hold or where the console may not delete", async () => {
  const { a, b } = world;
  await setSource(a.endpointId, local(true));
  await setSource(b.endpointId, local(false));
  const old = await makeCall(a.customerId, a.endpointId, 'old.wav', 31);
  const young = await makeCall(a.customerId, a.endpointId, 'young.wav', 29);
  const held = await makeCall(a.customerId, a.endpointId, 'held.wav', 31);
  const gone = await makeCall(a.customerId, a.endpointId, 'gone.wav', 31);
  const kept = await makeCall(b.customerId, b.endpointId, 'kept.wav', 31);
  rmSync(folder('gone.wav'));
  await running.call(admin, 'PUT', `/recordings/${held}/hold`, { held: true });
  expect(await sweep()).toBe(0);
  for (const side of [a, b]) {
    const answer = await running.call(admin, 'PATCH', `/customers/${side.customerId}`, { recordingRetentionDays: 30 });
    expect(answer.body.recordingRetentionDays).toBe(30);
  }
  expect(await sweep()).toBe(1);
  expect(['old', 'young', 'held', 'kept'].map((name) => existsSync(folder(`${name}.wav`)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  const states = await Promise.all(
    [old, young, held, gone, kept].map(async (id) => (await callOf(id)).recordings[0].status),
  );
  expect(states).toEqual(['deleted', 'available', 'available', 'missing', 'available']);
  expect(await trail('delete')).toMatchObject([
    { username: 'retention', resourceName: 'old.wav' },
    { username: expect.any(String) },
  ]);
  // The next sweep finds nothing. After the hold ends, the recording is deleted.
  expect(await sweep()).toBe(0);
  await running.call(admin, 'PUT', `/recordings/${held}/hold`, { held: false });
  expect(await sweep()).toBe(1);
});

it("is deleted after the plan's retention time when the customer has none", async () => {
  const { a, b } = world;
  await setSource(a.endpointId, local(true));
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await running.call(admin, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const days = (customerId: string, recordingRetentionDays: number | null) =>
    must('PATCH', `/customers/${customerId}`, { recordingRetentionDays });
  await days(a.customerId, null);
  const old = await makeCall(a.customerId, a.endpointId, 'plan-old.wav', 11);
  const young = await makeCall(a.customerId, a.endpointId, 'plan-young.wav', 9);
  // Without a retention time in plan or customer, recordings stay.
  const plain = await must('POST', '/plans', { name: 'Keeps all', fixedFee: '0', status: 'active' });
  await must('POST', `/plans/${plain.id}/customers`, { customerId: a.customerId, validFrom: '2020-01-01T00:00:00Z' });
  expect(await sweep()).toBe(0);
  const short = await must('POST', '/plans', {
    name: 'Ten days',
    fixedFee: '0',
    status: 'active',
    maxRetentionDays: 10,
  });
  await must('POST', `/plans/${short.id}/customers`, { customerId: a.customerId, validFrom: '2020-02-01T00:00:00Z' });
  expect((await running.call(admin, 'GET', `/customers/${a.customerId}`)).body.limits.retentionDays).toBe(10);
  // The customer's own retention time overrides the plan, longer or shorter.
  await days(a.customerId, 400);
  expect(await sweep()).toBe(0);
  await days(a.customerId, null);
  // The plan does not apply to recordings of another customer.
  await makeCall(b.customerId, a.endpointId, 'plan-other.wav', 11);
  await days(b.customerId, null);
  // The recording of 29 days from the earlier test is deleted too.
  expect(await sweep()).toBe(2);
  const states = await Promise.all([old, young].map(async (id) => (await callOf(id)).recordings[0].status));
  expect(states).toEqual(['deleted', 'available']);
  expect(existsSync(folder('plan-other.wav'))).toBe(true);
});

it("started manually is played beside the call's own and comes from the PBX itself", async () => {
  const { endpointId, customerId } = world.a;
  storage.behaviour = 'ari';
  const ari = {
    kind: 'ari',
    address: `${storage.address}/ari`,
    username: LOGIN.username,
    pbxFolder: '/var/spool/recording',
  };
  const refused = await running.call(admin, 'PUT', `/endpoints/${endpointId}/recordings`, ari);
  expect(refused.body.errors).toMatchObject([{ path: 'secret', code: 'required' }]);
  const set = await setSource(endpointId, { ...ari, secret: LOGIN.secret, mayDelete: true });
  expect(set).toMatchObject({ hasSecret: true });
  expect(JSON.stringify(set)).not.toContain(LOGIN.secret);
  // The stored password is never used for another address.
  const moved = await running.call(admin, 'PUT', `/endpoints/${endpointId}/recordings`, {
    ...ari,
    address: 'http://127.0.0.1:9/ari',
  });
  expect(moved.body.errors).toMatchObject([{ path: 'secret', code: 'required' }]);
  const id = await makeCall(customerId, endpointId, '/var/spool/recording/own.wav');
  const hand = {
    ...{ serverId: endpointId, linkedid: `link-${made}`, customerId: null },
    ...{ file: '/var/spool/recording/ringside/a.wav', begunBy: 'ann' },
  };
  await noteHandRecording(running.deps.db, hand);
  await noteHandRecording(running.deps.db, hand);
  // A newer call without audio: Asterisk named a file and wrote none.
  await makeCall(customerId, endpointId, '/var/spool/recording/cut-short.wav');
  storage.files.set('/ari/recordings/stored/own', SOUND);
  storage.files.set('/ari/recordings/stored/ringside%2Fa', tone(2));
  expect((await running.call(admin, 'POST', `/endpoints/${endpointId}/recordings/test`)).body).toEqual({
    verdict: 'found',
    file: '/var/spool/recording/own.wav',
  });
  const { recordings } = await callOf(id, own);
  expect(recordings).toMatchObject([
    { id, kind: 'call', bytes: SOUND.length },
    { kind: 'hand', begunBy: 'ann', bytes: tone(2).length },
  ]);
  const heard = await running.call(own, 'POST', `/recordings/${recordings[1].id}/listen`);
  expect(heard.body).toMatchObject({ seconds: 2 });
  expect(
    (await running.call(world.b.tokens['customer-admin'] ?? '', 'POST', `/recordings/${recordings[1].id}/listen`))
      .status,
  ).toBe(404);
  expect((await running.call(admin, 'DELETE', `/recordings/${recordings[1].id}`)).status).toBe(204);
  expect([...storage.files.keys()]).toEqual(['/ari/recordings/stored/own']);
  storage.behaviour = 'broken';
  expect((await callOf(id, own)).recordings).toMatchObject([{ status: 'unreachable' }, { status: 'deleted' }]);
  expect((await running.call(own, 'POST', `/recordings/${id}/listen`)).status).toBe(503);
});

it('has source settings that only platform staff see and that are validated', async () => {
  const path = `/endpoints/${world.a.endpointId}/recordings`;
  expect((await running.call(own, 'GET', path)).status).toBe(403);
  const cases: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [{ kind: 'local', address: '../etc' }, 'address', 'folder-below'],
    [{ kind: 'local', pbxFolder: '/var/../etc' }, 'pbxFolder', 'absolute-folder'],
    [{ kind: 'http' }, 'address', 'required'],
    [{ kind: 'http', address: 'file:///etc' }, 'address', 'web-address'],
    [{ kind: 'http', address: 'https://me:word@example.com' }, 'address', 'web-address'],
    [{ kind: 's3', address: 'https://s3.example.com', username: 'k', secret: 's' }, 'bucket', 'required'],
    [{ kind: 's3', address: 'https://s3.example.com', bucket: 'Calls', username: 'k' }, 'bucket', 'bucket'],
    [
      { kind: 's3', address: 'https://s3.example.com', bucket: 'calls', prefix: 'a/../b', username: 'k' },
      'prefix',
      'folder-below',
    ],
  ];
  for (const [body, field, code] of cases) {
    const answer = await running.call(admin, 'PUT', path, body);
    expect([answer.status, answer.body.errors?.[0]], JSON.stringify(body)).toMatchObject([422, { path: field, code }]);
  }
});
