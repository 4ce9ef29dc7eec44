// Tests wallboards: tiles, visible queues, and today's calls by hour.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
const boss = (): string => world.a.tokens['customer-admin'] ?? '';
const queueTile = (queueId: string, more: object = {}) => ({
  kind: 'queue',
  id: 'q',
  queueId,
  figures: ['waiting'],
  ...more,
});
const make = (by: string, name: string, tiles: readonly unknown[]) =>
  server.call(by, 'POST', '/wallboards', { name, pages: [{ tiles }] });

beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());

describe('wallboard', () => {
  it('stores every kind of tile unchanged', async () => {
    const { queueId } = world.a;
    const warn = { figure: 'waiting', warn: 3, bad: 6, holdSeconds: 10, margin: 1 };
    const placed = { width: 2, height: 1, title: '' };
    const tiles = [
      { ...placed, kind: 'queue', id: '1', queueId, figures: ['waiting', 'serviceLevel'], thresholds: [warn] },
      { ...placed, kind: 'totals', id: '2', queueIds: [queueId], figures: ['received'], thresholds: [] },
      { ...placed, kind: 'agents', id: '3', queueIds: [] },
      { ...placed, kind: 'ticker', id: '4', queueIds: [], thresholds: [] },
      { ...placed, kind: 'chart', id: '5', queueIds: [queueId] },
      { ...placed, kind: 'clock', id: '6', timezone: 'Asia/Jerusalem' },
      { ...placed, kind: 'text', id: '7', text: 'שלום\nצוות' },
    ];
    const made = await make(boss(), 'Every kind', tiles);
    expect([made.status, made.body.pages[0]?.tiles]).toEqual([201, tiles]);
    const got = await server.call(boss(), 'GET', `/wallboards/${made.body.id}`);
    expect(got.body.pages).toEqual([{ name: '', tiles }]);
    const quietHours = { from: '20:00', to: '07:00' };
    const changed = await server.call(boss(), 'PATCH', `/wallboards/${made.body.id}`, { quietHours, sound: true });
    expect(changed.body).toMatchObject({ quietHours, sound: true, pages: got.body.pages });
    const back = await server.call(boss(), 'PATCH', `/wallboards/${made.body.id}`, { quietHours: null });
    expect(back.body.quietHours).toBeNull();
  });

  it.each<[string, (id: string) => unknown, string]>([
    ['an unknown kind', () => ({ kind: 'video', id: 'x' }), 'pages.0.tiles.0.kind'],
    ['a width of five', (id) => queueTile(id, { width: 5 }), 'pages.0.tiles.0.width'],
    ['no figure', (id) => queueTile(id, { figures: [] }), 'pages.0.tiles.0.figures'],
    ['an unknown figure', (id) => queueTile(id, { figures: ['mood'] }), 'pages.0.tiles.0.figures.0'],
    ['a time zone that is none', () => ({ kind: 'clock', id: 'x', timezone: 'Mars' }), 'pages.0.tiles.0.timezone'],
    [
      'red before yellow',
      (id) => queueTile(id, { thresholds: [{ figure: 'waiting', warn: 5, bad: 3 }] }),
      'pages.0.tiles.0.thresholds.0.bad',
    ],
    [
      'red above yellow where low is worse',
      (id) => queueTile(id, { thresholds: [{ figure: 'serviceLevel', warn: 60_000, bad: 80_000 }] }),
      'pages.0.tiles.0.thresholds.0.bad',
    ],
  ])('refuses %s and names the field', async (_name, tile, path) => {
    const answer = await make(boss(), 'Wrong', [tile(world.a.queueId)]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((e: { path: string }) => e.path)).toContain(path);
  });

  it('refuses two tiles with one id, and a name that is taken', async () => {
    const twice = await make(boss(), 'Twice', [queueTile(world.a.queueId), queueTile(world.a.queueId)]);
    expect([twice.status, twice.body.errors[0].path]).toEqual([422, 'pages.0.tiles']);
    expect((await make(boss(), 'Same name', [])).status).toBe(201);
    const taken = await make(boss(), 'Same name', []);
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'name', code: 'taken' }]);
  });

  it('shows no queue of another customer, and none outside the team of its author', async () => {
    const foreign = await make(boss(), 'Foreign', [queueTile(world.b.queueId)]);
    expect([foreign.status, foreign.body.errors[0]]).toMatchObject([
      422,
      { path: 'pages.0.tiles.0.queueId', code: 'unknown' },
    ]);
    const admin = world.platform['administrator'] ?? '';
    const other = await server.call(admin, 'POST', '/callcenters', {
      customerId: world.a.customerId,
      name: 'Away',
      code: 'away',
    });
    const away = await server.call(admin, 'POST', '/queues', {
      callcenterId: other.body.id,
      serverId: world.a.endpointId,
      name: 'away',
    });
    const lead = world.a.tokens['supervisor'] ?? '';
    expect((await make(lead, 'Beyond', [queueTile(away.body.id)])).status).toBe(422);
    // A supervisor may change a board of the administrator but sees only their own queues on it.
    const tiles = [queueTile(away.body.id), queueTile(world.a.queueId, { id: 'own' })];
    const board = (await make(boss(), 'Both', tiles)).body;
    const renamed = await server.call(lead, 'PATCH', `/wallboards/${board.id}`, { pages: board.pages, name: 'Both!' });
    expect(renamed.status).toBe(200);
    const view = async (by: string) =>
      (await server.call(by, 'GET', `/wallboards/${board.id}/view`)).body.queues.map((q: { id: string }) => q.id);
    expect(await view(lead)).toEqual([world.a.queueId]);
    expect((await view(boss())).toSorted()).toEqual([away.body.id, world.a.queueId].toSorted());
    const copy = await server.call(lead, 'POST', `/wallboards/${board.id}/duplicate`, { name: 'Copy' });
    expect(copy.body.pages[0].tiles.map((t: { id: string }) => t.id)).toEqual(['own']);
    // A link shows the whole board, so a supervisor may create one only if they see every queue on it.
    const link = (by: string, id: string) => server.call(by, 'POST', `/wallboards/${id}/links`, { name: 'TV' });
    const wide = await link(lead, board.id);
    expect([wide.status, wide.body.errors]).toMatchObject([409, [{ code: 'beyond-own' }]]);
    expect((await link(lead, copy.body.id)).status).toBe(201);
    const ofBoss = await link(boss(), board.id);
    expect((await server.call(lead, 'DELETE', `/wallboards/links/${ofBoss.body.id}`)).status).toBe(409);
    const own = await server.call(lead, 'GET', `/wallboards/${copy.body.id}/links`);
    expect((await server.call(lead, 'DELETE', `/wallboards/links/${own.body.data[0].id}`)).status).toBe(204);
  });

  it('counts calls of today by hour in the time zone of the customer, and excludes other customers', async () => {
    const board = (await make(boss(), 'Day', [queueTile(world.a.queueId)])).body;
    const add = (id: number, customerId: string, serverId: number, outcome: string, at: Date) =>
      sql`
      insert into queue_facts (server_id, id, at, queue, customer_id, outcome, wait)
      values (${serverId}, ${id}, ${at}, 'support', ${customerId}, ${outcome}, 5)`.execute(server.deps.db);
    const now = new Date();
    const yesterday = new Date(now.getTime() - 86_400_000);
    const { customerId, endpointId } = world.a;
    await add(1, customerId, endpointId, 'answered', now);
    await add(2, customerId, endpointId, 'answered', now);
    await add(3, customerId, endpointId, 'abandoned', now);
    await add(4, customerId, endpointId, 'timed-out', now);
    await add(5, customerId, endpointId, 'answered', yesterday);
    await add(6, world.b.customerId, world.b.endpointId, 'answered', now);
    const { body } = await server.call(boss(), 'GET', `/wallboards/${board.id}/day`);
    const hours = body.hours as { queueId: string; hour: number; answered: number; lost: number }[];
    expect(hours).toEqual([{ queueId: world.a.queueId, hour: now.getUTCHours(), answered: 2, lost: 2 }]);
    expect(body.day).toBe(now.toISOString().slice(0, 10));
  });
});
