// Tests a public console's hardening: headers of every answer, other origins, unusual requests, and the content of the log.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { route } from '@ringside/core/contract/route.ts';
import { readConfig } from '../config/config.ts';
import type { SessionStore } from '../sessions/store.ts';
import { buildApp } from './build-app.ts';
import type { Gate } from './gate.ts';
import { registerRoute } from './register.ts';

const PORTAL = 'https://portal.example.com';
const common = { summary: '', tag: 'test', access: 'public', errors: [] } as const;
const echo = route({
  ...{ method: 'GET', path: '/echo', ...common },
  query: z.object({ n: z.coerce.number().int(), word: z.string().optional() }),
  response: z.object({ n: z.number() }),
});
const boom = route({ ...{ method: 'GET', path: '/boom', ...common }, response: z.object({}) });

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-hard-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const sessions = { byToken: async () => null } as Partial<SessionStore> as SessionStore;
  const gate: Gate = { perMinute: 0, take: () => null, limited: () => undefined, denied: async () => undefined };
  const settings = { RINGSIDE_PUBLIC_URL: 'https://console.example.com', RINGSIDE_CORS_ORIGINS: PORTAL };
  app = await buildApp({ ...readConfig(settings), webFolder: folder }, sessions, gate);
  await app.register(
    async (api) => {
      registerRoute(api, echo, async ({ query }) => ({ n: query.n }));
      registerRoute(api, boom, async () => {
        throw new Error('a fault\n{"level":"info","msg":"forged"}');
      });
    },
    { prefix: '/api' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('every answer', () => {
  it.each(['/', '/login', '/api/echo?n=1', '/api/echo', '/api/nope', '/assets/gone.js'])(
    'has the security headers: %s',
    async (url) => {
      const { headers, body } = await get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // Covers only the console's own host, because other subdomains may belong to other services.
        'strict-transport-security': 'max-age=31536000',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-type']).toMatch(/^(text\/html|application\/(problem\+)?json); charset=utf-8$/i);
      expect(body).not.toBe('');
      if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
    },
  );
});

describe('another origin', () => {
  it('can read answers only if the settings allow it, without cookies', async () => {
    const allowed = (await get('/api/echo?n=1', { origin: PORTAL })).headers;
    expect(allowed['access-control-allow-origin']).toBe(PORTAL);
    expect(allowed['access-control-allow-credentials']).toBeUndefined();
    for (const origin of ['https://portal.example.com.evil.example', 'http://portal.example.com', 'null']) {
      expect((await get('/api/echo?n=1', { origin })).headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('an unusual request', () => {
  it.each([
    ['twice', '/api/echo?n=1&n=2'],
    ['twice, one of them as a list', '/api/echo?n=1&n[]=2&word=a&word=b'],
    ['as an object', '/api/echo?n[a]=1'],
  ])('with a parameter %s is refused', async (_how, url) => {
    expect((await get(url)).statusCode).toBe(422);
  });

  it.each(['TRACE', 'TRACK', 'CONNECT'])('with %s does not get its own content back', async (method) => {
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} /api/echo?n=1 HTTP/1.1\r\nHost: x\r\nX-Mark: mirrored\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).not.toContain('mirrored');
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('the log', () => {
  it('writes one JSON line with time and level for an unexpected error, without secrets of the request', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
    await get('/api/boom?ticket=hush-ticket', { authorization: 'Bearer hush-token', cookie: 'auth.token=hush-cookie' });
    vi.restoreAllMocks();
    expect(written).toHaveLength(1);
    expect(written[0]?.trimEnd()).not.toContain('\n');
    const line = JSON.parse(written[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'error', msg: 'a request failed', err: { message: expect.any(String) } });
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(written[0]).not.toContain('hush');
  });
});
