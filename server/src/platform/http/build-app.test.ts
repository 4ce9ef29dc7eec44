// Tests the HTTP server without routes of areas: headers, files, and problems for unknown addresses.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '@ringside/core/contract/route.ts';
import { readConfig } from '../config/config.ts';
import type { SessionStore } from '../sessions/store.ts';
import { buildApp } from './build-app.ts';
import type { Gate } from './gate.ts';
import { registerHealth } from './health.ts';
import { collectMetrics } from './metrics.ts';
import { registerRoute } from './register.ts';

const INLINE = "document.documentElement.dataset.theme = 'dark'";
let app: FastifyInstance;
let folder: string;
let databaseWorks = true;
let warnings: Record<string, number> = {};

const boom = route({
  method: 'GET',
  path: '/boom',
  summary: '',
  tag: 'test',
  access: 'public',
  response: z.object({}),
  errors: [],
});
const leak = route({
  method: 'POST',
  path: '/leak',
  summary: '',
  tag: 'test',
  access: 'public',
  body: z.object({ n: z.number() }),
  response: z.object({ shown: z.number() }),
  errors: [],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><script>${INLINE}</script><script src="/assets/a-1.js"></script>`,
  );
  writeFileSync(join(folder, 'assets/a-1.js'), 'export {};');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  const sessions = { byToken: async () => null } as Partial<SessionStore> as SessionStore;
  const gate = {
    perMinute: 0,
    take: () => null,
    limited: () => undefined,
    denied: async () => undefined,
  } satisfies Gate;
  app = await buildApp({ ...readConfig({ LOG_LEVEL: 'silent' }), webFolder: folder }, sessions, gate);
  registerHealth(
    app,
    { database: async () => databaseWorks },
    () => warnings,
    collectMetrics(app),
    () => true,
  );
  await app.register(
    async (api) => {
      registerRoute(api, boom, async () => {
        throw new Error('select password_hash from users');
      });
      registerRoute(api, leak, async () => ({ shown: 1, hidden: 2 }) as { shown: number });
    },
    { prefix: '/api' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => app.inject({ method: 'GET', url });

describe("the console's files", () => {
  it.each(['/', '/login', '/customers/12', '/set-password?token=x.y'])('serves the page for %s', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.body).toContain('<!doctype html>');
  });

  it('lets browsers cache hashed files for a year and other files not at all', async () => {
    expect((await get('/assets/a-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/api/nope',
    '/api',
    '/realtime',
    '/assets/gone.js',
    '/missing.png',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ])('answers %s with a problem', async (url) => {
    const answer = await get(url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('serves the page for GET and HEAD only', async () => {
    expect((await app.inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404);
  });
});

describe('security headers', () => {
  it("allow only the page's own scripts", async () => {
    const answer = await get('/');
    const policy = String(answer.headers['content-security-policy']);
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('problems', () => {
  it('reveal nothing about internal errors', async () => {
    const answer = await get('/api/boom');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Unexpected error',
      status: 500,
      detail: '',
      code: 'internal',
      errors: [],
    });
  });

  it.each([
    ['no JSON', '{"n":', 'application/json', 400],
    ['another type', 'n=1', 'application/x-www-form-urlencoded', 400],
    ['a poisoned key', '{"__proto__":{"admin":true},"n":1}', 'application/json', 400],
    ['too much', `{"n":1,"x":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
    ['nothing', '', 'application/json', 422],
  ])('are the answer to a body with %s', async (_what, payload, type, status) => {
    const answer = await app.inject({ method: 'POST', url: '/api/leak', payload, headers: { 'content-type': type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('are the answer to a request with oversized headers', async () => {
    const { port } = app.server.address() as { port: number };
    const answer = await new Promise<string>((resolve, reject) => {
      const asking = request(
        { port, host: '127.0.0.1', path: '/api/boom', headers: { 'x-big': 'y'.repeat(20_000) } },
        (response) => {
          text(response).then(
            (body) => resolve(`${response.statusCode} ${response.headers['content-type']} ${body}`),
            reject,
          );
        },
      );
      asking.on('error', reject).end();
    });
    expect(answer).toContain('application/problem+json');
    expect(answer).toMatch(/^4\d\d /);
  });
});

it('removes fields from answers that the contract does not declare', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/leak', payload: { n: 1 } });
  expect(answer.json()).toEqual({ shown: 1 });
});

describe('health and metrics', () => {
  it('/healthz always answers ok, /readyz only with a working database', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: true } });
    warnings = { databaseClockAheadSeconds: -3600 };
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: true }, warnings });
    databaseWorks = false;
    warnings = {};
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not-ready', checks: { database: false } }]);
    expect((await get('/healthz')).statusCode).toBe(200);
  });

  it('/metrics uses the Prometheus text format with routes instead of addresses as labels', async () => {
    await get('/api/boom');
    const answer = await get('/metrics');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toMatch(/ringside_http_requests_total\{method="GET",route="\/api\/boom",status="500"\} \d+/);
    for (const line of answer.body.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{.*\})? -?[0-9.e+-]+)$/i);
    }
  });
});
