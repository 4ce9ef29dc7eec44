// Tests prompts through the API: accepted files, conversion, usage, and download by a PBX.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import { configText } from '@ringside/core/asterisk/testing/config-text.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { clearPbxMarks, pbxMarks } from '../../testing/pbx-marks.ts';

let top: string;
let program: string;
let server: TestConsole;
let world: World;
let own: string;
let next = 0;

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('base64');
const PCM = Uint8Array.from({ length: 16_000 }, (_, i) => i % 200);
const WAV = telephoneWav(PCM);
const STEREO = WAV.with(22, 2);
const MP3 = Buffer.from('ID3 and whatever a song is');

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'ringside-prompts-'));
  program = join(top, 'ffmpeg');
  ({ server, world } = await startTwins({ RINGSIDE_FFMPEG: program }));
  own = world.a.tokens['customer-admin'] ?? '';
});
afterAll(async () => {
  await server?.close();
  rmSync(top, { recursive: true, force: true });
});

/** Installs a script as fake ffmpeg. */
const converter = (script: string): void => {
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
};
const add = (audio: string, name = `Sound ${next++}`) => server.call(own, 'POST', '/prompts', { name, audio });
const codes = (answer: { body: { errors?: { path: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map(({ path, code }) => [path, code]);
const fetchSound = (path: string) => server.app.inject({ url: `/api${path}` });
const written = async (): Promise<string> => {
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
  const { files, refused } = renderPbx(pbx);
  expect(refused).toEqual([]);
  return files.map(configText).join('\n');
};
const marks = async (): Promise<readonly string[]> => {
  const rows = await pbxMarks(server.deps.db);
  return rows.map(({ resource }) => resource);
};

it('stores a sound in telephone format without any other content of the file', async () => {
  const tagged = new Uint8Array([...WAV, ...Buffer.from('LIST'), 4, 0, 0, 0, 1, 2, 3, 4]);
  const made = await add(base64(tagged), 'Welcome here');
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ name: 'Welcome here', seconds: 1, bytes: WAV.length, usedBy: [] });
  expect(made.text).not.toContain(base64(PCM).slice(0, 40));
  const heard = await fetchSound(made.body.path);
  expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/wav']);
  expect(heard.headers['cache-control']).toContain('immutable');
  expect(heard.rawPayload.equals(Buffer.from(WAV))).toBe(true);
});

it.each([
  ['a page', base64('<html></html>'), 'not-a-sound'],
  ['a WAV without sound', base64(WAV.subarray(0, 44)), 'not-a-sound'],
  ['more than ten minutes', base64(telephoneWav(new Uint8Array(605 * 16_000))), 'too-long-a-sound'],
  ['another WAV, where there is no converter', base64(STEREO), 'needs-converter'],
  ['an MP3, where there is no converter', base64(MP3), 'needs-converter'],
])('refuses %s', async (_, audio, code) => {
  const answer = await add(audio);
  expect([answer.status, codes(answer)]).toEqual([422, [['audio', code]]]);
});

it('converts other files with ffmpeg, with a fixed input format and without network access', async () => {
  converter(`echo "$*" > ${top}/asked; cat > ${top}/got; head -c 8000 /dev/zero`);
  const made = await add(base64(MP3));
  expect(made.body).toMatchObject({ seconds: 0.5, bytes: 8044 });
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(`${top}/asked`, 'utf8')).toMatch(/-protocol_whitelist pipe -f mp3 -i pipe:0 .*-ac 1 -ar 8000/);
  expect(readFileSync(`${top}/got`).equals(MP3)).toBe(true);
  converter('cat > /dev/null; exit 1');
  expect(codes(await add(base64(STEREO)))).toEqual([['audio', 'not-a-sound']]);
  converter('exec cat /dev/zero');
  expect(codes(await add(base64(STEREO)))).toEqual([['audio', 'too-long-a-sound']]);
  rmSync(program);
});

it('is played only by menus and queues of its customer, and cannot be deleted while in use', async () => {
  const { body: sound } = await add(base64(WAV), 'Opening');
  const prompt = uploadedSound(sound.id);
  const menu = await server.call(own, 'PATCH', `/ivrs/${world.a.ivrId}`, { prompt });
  expect(menu.body).toMatchObject({ prompt, promptName: 'Opening' });
  const queue = { managed: true, musicClass: prompt, agentAnnouncement: prompt };
  expect((await server.call(own, 'PATCH', `/queues/${world.a.queueId}`, queue)).status).toBe(200);
  const text = await written();
  const address = `http://console.test/api${sound.path}`;
  expect(text).toContain(`Background(${address})`);
  expect(text).toContain(`announce = ${address}`);
  const [, name] = /^musicclass = (.+)$/m.exec(text) ?? [];
  expect(text).toContain(`[${name}]\nmode = playlist\nentry = ${address}\n`);

  const kept = await server.call(own, 'DELETE', `/prompts/${sound.id}`);
  expect([kept.status, kept.body.errors.map((e: { params: object }) => e.params)]).toEqual([
    409,
    expect.arrayContaining([
      { resource: 'ivr', count: 1, names: 'Main' },
      expect.objectContaining({ resource: 'queue', count: 1 }),
    ]),
  ]);
  const theirs = world.b.tokens['customer-admin'] ?? '';
  const foreign = await server.call(theirs, 'PATCH', `/ivrs/${world.b.ivrId}`, { prompt });
  expect([foreign.status, codes(foreign)]).toEqual([404, [['prompt', 'unknown']]]);

  // A changed sound has a new URL, and the PBX configuration gets it.
  await clearPbxMarks(server.deps.db);
  const renamed = await server.call(own, 'PATCH', `/prompts/${sound.id}`, { name: 'Opening words' });
  expect([renamed.body.path, await marks()]).toEqual([sound.path, []]);
  const changed = await server.call(own, 'PATCH', `/prompts/${sound.id}`, {
    audio: base64(telephoneWav(PCM.subarray(0, 8000))),
  });
  expect(changed.body).toMatchObject({ seconds: 0.5, usedBy: ['Main', expect.any(String)] });
  expect(changed.body.path).not.toBe(sound.path);
  expect(await marks()).toEqual(['prompt']);
  expect((await fetchSound(sound.path)).statusCode).toBe(404);
});

it('is a voicemail greeting only for its customer', async () => {
  const { body: sound } = await add(base64(WAV), 'Greeting');
  const voicemailGreeting = uploadedSound(sound.id);
  const line = `/subscribers/${world.a.subscriberId}`;
  const { body: row } = await server.call(own, 'PATCH', line, { voicemail: true, voicemailGreeting });
  expect(row).toMatchObject({ voicemailGreeting });
  expect(await written()).toContain(`Playback(http://console.test/api${sound.path})`);
  await server.call(own, 'PATCH', line, { voicemailGreeting: '', voicemailNameGreeting: voicemailGreeting });
  // A PBX in another network reaches the console at another URL.
  await clearPbxMarks(server.deps.db);
  const elsewhere = { consoleUrl: 'http://10.0.0.5:8443/' };
  const admin = world.platform['administrator'] ?? '';
  expect((await server.call(admin, 'PATCH', `/endpoints/${world.a.endpointId}`, elsewhere)).body).toMatchObject(
    elsewhere,
  );
  expect(await marks()).toEqual(['endpoint']);
  expect(await written()).toContain(`Playback(http://10.0.0.5:8443/api${sound.path})`);
  for (const consoleUrl of ['ftp://x', 'http://x/a,b', 'http://x/${EXTEN}', 'http://x;y', 'http://me@x']) {
    const refused = await server.call(admin, 'PATCH', `/endpoints/${world.a.endpointId}`, { consoleUrl });
    expect([refused.status, codes(refused)]).toEqual([422, [['consoleUrl', 'console-address']]]);
  }
  const theirs = world.b.tokens['customer-admin'] ?? '';
  const foreign = await server.call(theirs, 'PATCH', `/subscribers/${world.b.subscriberId}`, { voicemailGreeting });
  expect([foreign.status, codes(foreign)]).toEqual([404, [['voicemailGreeting', 'unknown']]]);
  const used = await server.call(own, 'GET', `/prompts/${sound.id}`);
  expect(used.body.usedBy).toEqual([`${row.extension} ${row.name}`]);
  expect((await server.call(own, 'DELETE', `/prompts/${sound.id}`)).status).toBe(409);
  await clearPbxMarks(server.deps.db);
  await server.call(own, 'PATCH', `/prompts/${sound.id}`, { audio: base64(telephoneWav(PCM.subarray(0, 4000))) });
  expect(await marks()).toEqual(['prompt']);
  await server.call(own, 'PATCH', line, { voicemail: false, voicemailNameGreeting: '' });
  expect((await server.call(own, 'DELETE', `/prompts/${sound.id}`)).status).toBe(204);
});

it('is restored with its sound after a deletion', async () => {
  const { body: sound } = await add(base64(WAV), 'Farewell');
  expect((await server.call(own, 'DELETE', `/prompts/${sound.id}`)).status).toBe(204);
  expect((await fetchSound(sound.path)).statusCode).toBe(404);
  const admin = world.platform['administrator'] ?? '';
  const { body: deleted } = await server.call(admin, 'GET', '/deleted?resource=prompt');
  const restored = await server.call(admin, 'POST', `/deleted/${deleted.data[0].id}/restore`);
  expect(restored.status, restored.text).toBeLessThan(300);
  expect((await fetchSound(sound.path)).rawPayload.equals(Buffer.from(WAV))).toBe(true);
});
