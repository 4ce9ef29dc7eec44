// Tests the protections against the network: addresses, slow connections, metrics, origins and compression.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import { plainAddress } from './client-ip.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { createOriginCheck } from './page-origins.ts';

let server: TestConsole;
let admin: string;

beforeAll(async () => {
  const twins = await startTwins({ HOST: '::', RINGSIDE_ORIGINS: 'https://other.example:8443' });
  server = twins.server;
  admin = twins.world.platform['administrator'] ?? '';
}, 60_000);
afterAll(() => server.close());

const port = (): number => (server.app.server.address() as AddressInfo).port;

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: port(), path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end();
  });

it.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['::1', '::1'],
  ['2001:db8::ffff:1', '2001:db8::ffff:1'],
])('normalizes %s to %s', (given, plain) => expect(plainAddress(given)).toBe(plain));

it('reports an IPv4 client as IPv4 when the console listens on ::', async () => {
  await get('/api/user', { authorization: `Bearer ${admin}` });
  const body = JSON.stringify({ username: 'nobody', password: 'wrong' });
  await fetch(`http://127.0.0.1:${port()}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { data } = (await server.call(admin, 'GET', '/audit?action=login-failed')).body;
  expect(data[0].ip).toBe('127.0.0.1');
});

describe('a connection without a request', () => {
  const silent = async (text: string) => {
    const socket = connect({ host: '127.0.0.1', port: port(), allowHalfOpen: true });
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(text);
    socket.resume();
    return { socket, closed: new Promise<void>((resolve) => socket.once('close', () => resolve())) };
  };

  it('is destroyed even if the client never closes its side', async () => {
    const { socket, closed } = await silent('GET / HTTP/1.1\r\nHost: x\r\n');
    await new Promise<void>((resolve) => socket.once('end', () => resolve()));
    // Data that this side sends is answered with a reset only after the console has destroyed the connection.
    const timer = setInterval(() => socket.write('x'), 200);
    await closed;
    clearInterval(timer);
  }, 60_000);

  it('is limited to 128 per address', async () => {
    const all = await Promise.all(Array.from({ length: 140 }, () => silent('GET')));
    const closed = new Set<number>();
    all.forEach(({ closed: gone }, n) => void gone.then(() => closed.add(n)));
    await expect.poll(() => closed.size).toBeGreaterThanOrEqual(12);
    for (const { socket } of all) socket.destroy();
    await expect
      .poll(() =>
        get('/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  }, 30_000);
});

describe('access to metrics', () => {
  const request = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof mayReadMetrics>[1];
  const config = (settings: Record<string, string>) => readConfig({ LOG_LEVEL: 'silent', ...settings });
  const TOKEN = 'metrics-token-of-test';
  it.each([
    ['on the machine itself', {}, {}, '127.0.0.1', true],
    ['through a proxy on the machine', {}, { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', false],
    ['from elsewhere', { HOST: '0.0.0.0' }, {}, '192.0.2.1', false],
    ['with a public URL', { RINGSIDE_PUBLIC_URL: 'https://console.example.com' }, {}, '127.0.0.1', false],
    ['without the token', { RINGSIDE_METRICS_TOKEN: TOKEN }, {}, '127.0.0.1', false],
    [
      'with the token',
      { HOST: '::', RINGSIDE_METRICS_TOKEN: TOKEN },
      { authorization: `Bearer ${TOKEN}` },
      '1.1.1.1',
      true,
    ],
    ['beside an address of their own', { RINGSIDE_METRICS_LISTEN: '127.0.0.1:9100' }, {}, '127.0.0.1', false],
  ])('is decided for requests %s', (_, settings, headers, address, allowed) => {
    expect(
      mayReadMetrics(config(settings as Record<string, string>), request(headers as Record<string, string>, address)),
    ).toBe(allowed);
  });
  it('is denied on a console that listens on all addresses', async () => {
    expect((await get('/metrics')).status).toBe(404);
  });
});

describe('origins', () => {
  it('refuses a socket ticket to a page from an unexpected origin with the code origin-refused', async () => {
    const ask = (origin: string) =>
      get('/api/realtime/ticket', { authorization: `Bearer ${admin}`, origin, host: 'other.example' }, 'POST');
    const refused = await ask('https://evil.example');
    expect([refused.status, JSON.parse(String(refused.body)).code]).toEqual([403, 'origin-refused']);
    expect((await ask('https://other.example:8443')).status).toBe(200);
    expect((await ask('http://other.example')).status).toBe(200);
  });

  it("reports a refused origin once, with the origin and the console's address", () => {
    const reports: object[] = [];
    const check = createOriginCheck(
      { publicUrl: 'https://a.example', origins: [] },
      () => 0,
      (r) => reports.push(r),
    );
    const page = { origin: 'https://b.example', host: 'a.example' };
    expect([check(page), check(page), check({ origin: 'https://a.example' }), check({})]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(reports).toEqual([page]);
  });
});

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compresses JSON with %s', async (encoding, unpack) => {
    const plain = await get('/api/permissions', { authorization: `Bearer ${admin}` });
    const packed = await get('/api/permissions', { authorization: `Bearer ${admin}`, 'accept-encoding': encoding });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
      encoding,
      expect.stringContaining('accept-encoding'),
    ]);
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
  });
  it('compresses streamed CSV, but neither small answers nor answers with secrets', async () => {
    const headers = { authorization: `Bearer ${admin}`, 'accept-encoding': 'gzip' };
    const csv = await get('/api/audit/export?format=csv', headers);
    expect(csv.headers['content-encoding']).toBe('gzip');
    expect(String(gunzipSync(csv.body))).toContain('username');
    expect((await get('/api/realtime/ticket', headers, 'POST')).headers['content-encoding']).toBeUndefined();
    expect((await get('/healthz', headers)).headers['content-encoding']).toBeUndefined();
    // The description's examples of secrets are the same for everyone.
    expect((await get('/api/openapi.json', headers)).headers['content-encoding']).toBe('gzip');
  });
});

it('refuses a public URL with a path and explains why', () => {
  expect(() => readConfig({ RINGSIDE_PUBLIC_URL: 'https://example.com/ringside' })).toThrow(/without a path/);
});
