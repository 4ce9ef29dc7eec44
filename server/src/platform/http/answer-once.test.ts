import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '@ringside/core/contract/route.ts';
import { readConfig } from '../config/config.ts';
import { createIdempotency } from '../db/idempotency.ts';
import type { Claim, Idempotency } from '../db/idempotency.ts';
import { writeAudit } from '../db/audit.ts';
import type { SessionStore } from '../sessions/store.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { buildApp } from './build-app.ts';
import { registerRoute } from './register.ts';

let server: TestConsole;
let world: World;
let admin: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const post = (token: string, path: string, body: unknown, key: string) =>
  server.call(token, 'POST', path, body, { 'idempotency-key': key });
const countOf = async (code: string): Promise<number> =>
  (await server.call(admin, 'GET', `/customers?code=${code}`)).body.meta.total;

describe('a POST with an Idempotency-Key', () => {
  it('runs once and gets the same answer each time', async () => {
    const key = randomUUID();
    const body = { code: 'once-a', name: 'Once a' };
    const first = await post(admin, '/customers', body, key);
    const second = await post(admin, '/customers', body, key);
    expect(first.status).toBe(201);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect([second.headers['etag'], second.headers['location']]).toEqual([
      first.headers['etag'],
      first.headers['location'],
    ]);
    expect(await countOf('once-a')).toBe(1);
  });

  it('creates one row when sent several times concurrently, and answers 409 while the first call runs', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(admin, '/customers', { code: 'once-b', name: 'Once b' }, key)),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string));
    expect([ids.size, await countOf('once-b')]).toEqual([1, 1]);
  });

  it.each([
    ['another body', '/customers', { code: 'once-c', name: 'Other' }],
    ['another address', '/callcenters', { code: 'once-c', name: 'Once c' }],
  ])('is refused when the key is reused with %s', async (_what, path, body) => {
    const key = randomUUID();
    expect((await post(admin, '/customers', { code: `c-${key.slice(0, 8)}`, name: key }, key)).status).toBe(201);
    const answer = await post(
      admin,
      path,
      path === '/customers' ? body : { ...body, customerId: world.a.customerId },
      key,
    );
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'Idempotency-Key', code: 'key-reused' })],
    ]);
  });

  it("is independent of other callers' calls with the same key", async () => {
    const key = randomUUID();
    const body = { name: 'Night', code: 'night' };
    const made = [];
    for (const { tokens, customerId } of [world.a, world.b]) {
      made.push(await post(tokens['customer-admin'] ?? '', '/callcenters', { ...body, customerId }, key));
    }
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(made[0]?.body.id).not.toBe(made[1]?.body.id);
  });

  it('can be repeated with other content after a refusal', async () => {
    const key = randomUUID();
    expect((await post(admin, '/customers', { code: 'twin-a', name: 'Taken' }, key)).status).toBe(409);
    expect((await post(admin, '/customers', { code: 'once-d', name: 'Once d' }, key)).status).toBe(201);
  });

  it.each(['', 'with space', 'ключ', 'x'.repeat(256)])('is refused when the key is %j', async (key) => {
    const { status, body } = await post(
      admin,
      '/customers',
      { code: 'once-e', name: 'Once e' },
      Buffer.from(key).toString('latin1'),
    );
    expect([status, body.errors[0].code]).toEqual([422, 'bad-key']);
    expect(await countOf('once-e')).toBe(0);
  });

  it('stores no readable secret in the database', async () => {
    const key = randomUUID();
    const person = { username: 'sealed', email: 'sealed@example.com', firstname: 'S', customerId: world.a.customerId };
    const body = { ...person, role: 'customer-admin', password: 'quiet lanterns on the pier' };
    expect((await post(admin, '/users', body, key)).status).toBe(201);
    const row = await server.deps.db
      .selectFrom('idempotencyKeys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst();
    expect(row?.answer).toMatch(/^v1:/);
    expect(JSON.stringify(row)).not.toMatch(/lanterns|sealed@/);
  });

  it('is answered from the created row if the process ended between commit and answer', async () => {
    const key = randomUUID();
    const body = { code: 'once-f', name: 'Once f' };
    const first = await post(admin, '/customers', body, key);
    const lost = { answer: null, owner: 'a process that is gone' };
    await server.deps.db.updateTable('idempotencyKeys').set(lost).where('key', '=', key).execute();
    const second = await post(admin, '/customers', body, key);
    expect([second.status, second.body.id, second.headers['etag']]).toEqual([
      201,
      first.body.id,
      first.headers['etag'],
    ]);
    expect(await countOf('once-f')).toBe(1);
  });

  it('never runs an import twice, even if the answer was lost', async () => {
    const key = randomUUID();
    const body = { csv: 'code,name\nonce-g,Once g' };
    expect((await post(admin, '/customers/import', body, key)).body.created).toBe(1);
    expect((await post(admin, '/customers/import', body, key)).body.created).toBe(1);
    const lost = { answer: null, owner: 'a process that is gone' };
    await server.deps.db.updateTable('idempotencyKeys').set(lost).where('key', '=', key).execute();
    expect((await post(admin, '/customers/import', body, key)).status).toBe(409);
  });
});

describe('an idempotency claim', () => {
  const at = Date.parse('2026-11-21T08:00:00Z');
  const HOUR = 3_600_000;
  const asked = () => ({ caller: 'user 1', key: randomUUID(), request: 'POST /x' });
  const made = (alone: boolean, after = 0): Idempotency =>
    createIdempotency(server.deps.db, server.deps.secrets, () => at + after, alone);
  const workOf = (claim: Claim) => {
    if (claim.kind !== 'new') throw new Error(`The claim is ${claim.kind}`);
    return claim.work;
  };
  const actor = { userId: null, username: 'x', ip: '', userAgent: '' };
  const fact = {
    customerId: null,
    action: 'create' as const,
    resource: 'customer',
    resourceName: '',
    before: null,
    after: null,
  };

  it.each([
    ['the only process, restarted', true, 0, 'new'],
    ['another process, a moment ago', false, 1000, 'running'],
    ['another process, long ago', false, HOUR, 'new'],
  ])('that never ended has the expected state when found by %s', async (_who, alone, after, kind) => {
    const what = asked();
    await made(alone).claim(what);
    expect((await made(alone, after).claim(what)).kind).toBe(kind);
  });

  it('is done when its transaction commits and free again after a rollback', async () => {
    const what = asked();
    const { db } = server.deps;
    const first = made(true);
    const attempt = workOf(await first.claim(what));
    const write = (resourceId: string, fails: boolean) =>
      attempt.run(() =>
        db.transaction().execute(async (tx) => {
          await writeAudit(tx, actor, { ...fact, resourceId });
          if (fails) throw new Error('rolled back');
        }),
      );
    await expect(write('1', true)).rejects.toThrow('rolled back');
    await attempt.failed();
    await workOf(await first.claim(what)).run(() =>
      db.transaction().execute((tx) => writeAudit(tx, actor, { ...fact, resourceId: '2' })),
    );
    expect(await made(true).claim(what)).toEqual({ kind: 'done', resource: 'customer', id: '2' });
  });

  it('is deleted after one day', async () => {
    const what = asked();
    await workOf(await made(true).claim(what)).answered({ status: 204, headers: {} });
    expect((await made(true, 23 * HOUR).claim(what)).kind).toBe('answered');
    expect((await made(true, 25 * HOUR).claim(what)).kind).toBe('new');
    await made(true, 50 * HOUR).prune();
    const left = await server.deps.db.selectFrom('idempotencyKeys').selectAll().where('key', '=', what.key).execute();
    expect(left).toEqual([]);
  });
});

describe('while the first call with a key runs', () => {
  let app: FastifyInstance;
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  beforeAll(async () => {
    const slow = route({
      method: 'POST',
      path: '/slow',
      summary: '',
      tag: 'test',
      access: 'signed-in',
      response: z.object({ n: z.number() }),
      errors: [],
    });
    const caller = { userId: 'u', sessionId: 's', abilities: [], language: 'en' };
    const sessions = { byToken: async () => caller } as unknown as SessionStore;
    const gate = { perMinute: 0, take: () => null, limited: () => undefined, denied: async () => undefined };
    app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }), sessions, gate);
    app.idempotency = createIdempotency(server.deps.db, server.deps.secrets, Date.now, true);
    registerRoute(app, slow, async () => {
      started.resolve();
      await finish.promise;
      return { n: 1 };
    });
  });
  afterAll(() => app.close());

  it('answers a second call with 409 and Retry-After, and later with the stored answer', async () => {
    const send = () =>
      app.inject({ method: 'POST', url: '/slow', headers: { authorization: 'Bearer x', 'idempotency-key': 'slow-1' } });
    const first = send();
    // `inject` starts when it is awaited.
    const answer = first.then((response) => response.json());
    await started.promise;
    const early = await send();
    expect([early.statusCode, early.headers['retry-after'], early.json().code]).toEqual([409, '1', 'conflict']);
    finish.resolve();
    expect([await answer, (await send()).json()]).toEqual([{ n: 1 }, { n: 1 }]);
  });
});
