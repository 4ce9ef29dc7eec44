// Tests recordings from other machines: the requests sent, with and without range support, and path traversal.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reachOf } from '../../pbx/ami/reach.ts';
import { createFetch } from './ask.ts';
import { createRemoteSource } from './remote-source.ts';
import { ariRemote, httpRemote, s3Remote } from './remotes.ts';
import type { RecordingSource } from './source.ts';
import { LOGIN, startStorage } from './testing/storage.ts';
import type { Behaviour, Storage } from './testing/storage.ts';
import { tone } from './testing/tone.ts';

const SOUND = tone(1);
const FOLDER = '/var/spool/asterisk/recording';
const NAME = 'acme/2026/11/21/a b+c.wav';

let storage: Storage;
beforeAll(async () => {
  storage = await startStorage();
});
afterEach(() => {
  storage.files.clear();
  storage.asked.length = 0;
});
afterAll(() => storage.close());

const KINDS = {
  ari: { path: `/ari/recordings/stored/${encodeURIComponent('acme/2026/11/21/a b+c')}`, look: 'GET' },
  http: { path: '/sounds/acme/2026/11/21/a%20b%2Bc.wav', look: 'HEAD' },
  s3: { path: '/calls/pbx1/acme/2026/11/21/a%20b%2Bc.wav', look: 'HEAD' },
} as const;
type Kind = keyof typeof KINDS;

const ask = createFetch(reachOf([]));

const source = (kind: Kind, secret: string = LOGIN.secret, behaviour: Behaviour = kind): RecordingSource => {
  storage.behaviour = behaviour;
  const settings = {
    username: LOGIN.username,
    secret,
    bucket: 'calls',
    region: 'eu-west-1',
    prefix: 'pbx1',
    mayDelete: true,
  };
  const remote = {
    ari: () => ariRemote({ ...settings, address: `${storage.address}/ari` }, ask),
    http: () => httpRemote({ ...settings, address: `${storage.address}/sounds` }, ask),
    s3: () => s3Remote({ ...settings, address: storage.address }, ask),
  }[kind]();
  return createRemoteSource(remote, FOLDER);
};

const put = (kind: Kind, file: Buffer = SOUND) => storage.files.set(KINDS[kind].path, file);

const read = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe.each(Object.keys(KINDS) as Kind[])('recordings by %s', (kind) => {
  it.each([NAME, `${FOLDER}/${NAME}`])('are found and read completely (%s)', async (name) => {
    put(kind);
    const from = source(kind);
    expect(await from.find(name)).toEqual({ bytes: SOUND.length, mediaType: 'audio/wav', extension: 'wav' });
    const opened = await from.open(name, undefined);
    expect(opened?.range).toBeNull();
    expect((await read(opened!.content)).equals(SOUND)).toBe(true);
    const file = kind === 'ari' ? '/file' : '';
    expect(storage.asked).toEqual([`${KINDS[kind].look} ${KINDS[kind].path}${file}`, `GET ${KINDS[kind].path}${file}`]);
  });

  it.each([
    ['bytes=0-', 0, SOUND.length],
    ['bytes=100-199', 100, 200],
    ['bytes=15000-', 15_000, SOUND.length],
    ['bytes=-500', SOUND.length - 500, SOUND.length],
  ])('are read from any position (%s)', async (range, from, to) => {
    put(kind);
    const opened = await source(kind).open(NAME, range);
    expect(opened?.range).toEqual({ from, to: to - 1 });
    expect(opened?.bytes).toBe(SOUND.length);
    expect((await read(opened!.content)).equals(SOUND.subarray(from, to))).toBe(true);
  });

  it('have no bytes beyond their end', async () => {
    put(kind);
    const opened = await source(kind).open(NAME, `bytes=${SOUND.length}-`);
    expect(opened).toMatchObject({ range: 'unsatisfiable', bytes: SOUND.length });
    expect(await read(opened!.content)).toHaveLength(0);
  });

  it('may be missing or contain only a header', async () => {
    expect(await source(kind).find(NAME)).toBeNull();
    expect(await source(kind).open(NAME, undefined)).toBeNull();
    put(kind, SOUND.subarray(0, 44));
    expect(await source(kind).find(NAME)).toBeNull();
    expect(await source(kind).open(NAME, undefined)).toBeNull();
  });

  it('are not requested by a name that leads elsewhere', async () => {
    const names = [
      '../x.wav',
      'a/../../x.wav',
      '/etc/x.wav',
      `${FOLDER}/../x.wav`,
      'a//x.wav',
      './x.wav',
      'a\\x.wav',
      'a\n.wav',
      'x.txt',
      '',
    ];
    for (const name of names) {
      expect([name, await source(kind).find(name)]).toEqual([name, null]);
      expect([name, await source(kind).open(name, undefined)]).toEqual([name, null]);
      expect([name, await source(kind).remove(name)]).toEqual([name, false]);
    }
    expect(storage.asked).toEqual([]);
  });

  it('are reported as unavailable with a wrong login, on a redirect and without a server', async () => {
    put(kind);
    await expect(source(kind, 'wrong').find(NAME)).rejects.toMatchObject({ problem: 'denied' });
    await expect(source(kind, 'wrong').probe()).rejects.toMatchObject({ problem: 'denied' });
    await expect(source(kind, LOGIN.secret, 'redirect').open(NAME, undefined)).rejects.toMatchObject({
      problem: 'refused',
    });
    await expect(source(kind, LOGIN.secret, 'broken').probe()).rejects.toMatchObject({ problem: 'unreachable' });
    await expect(source(kind).probe()).resolves.toBeUndefined();
  });
});

it('sends explicit ranges to a storage that misreads suffix ranges and omits the size in refusals', async () => {
  put('s3');
  const from = source('s3', LOGIN.secret, 's3-terse');
  const last = await from.open(NAME, 'bytes=-500');
  expect(last).toMatchObject({ range: { from: SOUND.length - 500, to: SOUND.length - 1 }, bytes: SOUND.length });
  expect((await read(last!.content)).equals(SOUND.subarray(-500))).toBe(true);
  const beyond = await from.open(NAME, `bytes=${SOUND.length}-`);
  expect(beyond).toMatchObject({ range: 'unsatisfiable', bytes: SOUND.length });
  expect(await from.open('acme/none.wav', 'bytes=-500')).toBeNull();
});

it('reports a missing bucket', async () => {
  storage.behaviour = 's3';
  const of = (bucket: string) =>
    createRemoteSource(
      s3Remote(
        {
          ...{ address: storage.address, username: LOGIN.username, secret: LOGIN.secret, bucket },
          ...{ region: 'eu-west-1', prefix: '', mayDelete: false },
        },
        ask,
      ),
      FOLDER,
    );
  await expect(of('none').probe()).rejects.toMatchObject({ problem: 'no-bucket' });
  await expect(of('calls').probe()).resolves.toBeUndefined();
});

it.each(['ari', 's3'] as const)('deletes a recording once (%s)', async (kind) => {
  put(kind);
  expect(source(kind).canDelete).toBe(true);
  expect(await source(kind).remove(NAME)).toBe(true);
  expect(storage.files.size).toBe(0);
  expect(await source(kind).remove(NAME)).toBe(false);
});

it('reads from a web server without deleting, and cuts ranges locally if it does not support them', async () => {
  put('http');
  expect(source('http').canDelete).toBe(false);
  const opened = await source('http', LOGIN.secret, 'http-without-ranges').open(NAME, 'bytes=5-9');
  expect((await read(opened!.content)).equals(SOUND.subarray(5, 10))).toBe(true);
});

it('refuses addresses that are off limits, directly or by name', async () => {
  const settings = { username: 'u', secret: 's', bucket: 'b', region: '', prefix: '', mayDelete: true };
  const { port } = new URL(storage.address);
  for (const [address, refused] of [
    ['http://169.254.169.254/latest/meta-data', []],
    ['http://[fe80::1]/', []],
    ['http://[::ffff:169.254.169.254]/', []],
    ['http://0.0.0.0/', []],
    [`http://127.0.0.1:${port}`, ['127.0.0.0/8']],
    // The same address in another notation.
    [`http://2130706433:${port}`, ['127.0.0.0/8']],
    [`http://localhost:${port}`, ['127.0.0.0/8', '::1']],
  ] as const) {
    const fetchWithin = createFetch(reachOf(refused));
    for (const remote of [ariRemote, httpRemote, s3Remote])
      await expect(
        createRemoteSource(remote({ ...settings, address }, fetchWithin), FOLDER).probe(),
      ).rejects.toMatchObject({
        problem: 'off-limits',
      });
  }
  expect(storage.asked).toEqual([]);
});
