import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../db/testing/test-database.ts';
import type { TestDb } from '../db/testing/test-database.ts';
import { addSelected, addToOutbox, claimEntries, purgeDeadLetters } from './queries.ts';
import type { OutboxEntry } from './queries.ts';
import { createOutboxWorker, PermanentFailure, retryAfterMs } from './worker.ts';
import type { TopicHandler } from './worker.ts';
import { sql } from 'kysely';

let test: TestDb;
let now = 1_800_000_000_000;
const failures: [message: string, dead: boolean][] = [];
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());
beforeEach(async () => {
  failures.length = 0;
  await test.db.deleteFrom('outbox').execute();
});

const workerFor = (handle: TopicHandler['handle'], more: Partial<TopicHandler> = {}) =>
  createOutboxWorker(
    {
      db: test.db,
      now: () => now,
      chance: () => 0,
      onFailure: (_topic, error, dead) => failures.push([(error as Error).message, dead]),
    },
    [{ topic: 'greet', byKey: false, mostAttempts: 3, batch: 10, parallel: 2, claimMs: 60_000, handle, ...more }],
  );
const rows = () => test.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const nobody = (): Promise<void> => Promise.reject(new Error('nobody is there'));

describe('an outbox entry', () => {
  it('exists only if its transaction commits', async () => {
    const undone = test.db.transaction().execute(async (tx) => {
      await addToOutbox(tx, 'greet', [{ key: 'a' }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
    await addSelected(test.db, 'greet', sql`select 'k' || n, jsonb_build_object('n', n) from generate_series(1, 2) n`);
    expect(await rows()).toMatchObject([
      { key: 'k1', payload: { n: 1 } },
      { key: 'k2', payload: { n: 2 } },
    ]);
  });

  it('is handled once and then removed', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a', payload: { name: 'Ann' } }, { key: 'b' }]);
    await addToOutbox(test.db, 'other', [{ key: 'a' }]);
    const handled: OutboxEntry[] = [];
    const worker = workerFor(async ([entry]) => void handled.push(entry as OutboxEntry));
    await Promise.all([worker.look(), worker.look()]);
    expect(handled.map(({ key, payload, attempts }) => [key, payload, attempts])).toEqual([
      ['a', { name: 'Ann' }, 1],
      ['b', {}, 1],
    ]);
    expect((await rows()).map(({ topic }) => topic)).toEqual(['other']);
  });

  it('is handled together with entries of the same key if the topic groups by key', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a' }, { key: 'b' }, { key: 'a' }]);
    const handled: string[][] = [];
    await workerFor(async (entries) => void handled.push(entries.map(({ key }) => key)), { byKey: true }).look();
    expect(handled).toEqual([['a', 'a'], ['b']]);
  });

  it('is retried with growing delays and becomes a dead letter after the last try', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a' }]);
    const worker = workerFor(nobody);
    await worker.look();
    await worker.look();
    expect(await rows()).toMatchObject([{ attempts: 1, problem: 'nobody is there', deadAt: null }]);
    now += 5_000;
    await worker.look();
    now += 10_000;
    await worker.look();
    now += 3_600_000;
    await worker.look();
    expect(failures.map(([, dead]) => dead)).toEqual([false, false, true]);
    expect(await rows()).toMatchObject([{ attempts: 3, problem: 'nobody is there', deadAt: expect.any(Date) }]);
    expect(await purgeDeadLetters(test.db, new Date(now - 7_200_000))).toBe(0);
    expect(await purgeDeadLetters(test.db, new Date(now + 1))).toBe(1);
  });

  it('becomes a dead letter at once after a permanent failure', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a' }]);
    await workerFor(() => Promise.reject(new PermanentFailure('no such address'))).look();
    expect(failures).toEqual([['no such address', true]]);
  });

  it('of a crashed worker is handled by another worker after its claim ends', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a' }]);
    const claim = { now: new Date(now), until: new Date(now + 60_000), most: 10 };
    expect(await claimEntries(test.db, 'greet', claim)).toMatchObject([{ key: 'a' }]);
    const handled: string[] = [];
    const worker = workerFor(async ([entry]) => void handled.push(entry?.key ?? ''));
    await worker.look();
    expect(handled).toEqual([]);
    now += 60_000;
    await worker.look();
    expect([handled, await rows()]).toEqual([['a'], []]);
  });

  it('becomes a dead letter if every try was interrupted', async () => {
    await addToOutbox(test.db, 'greet', [{ key: 'a' }]);
    for (let crash = 0; crash < 3; crash += 1) {
      await claimEntries(test.db, 'greet', { now: new Date(now), until: new Date(now + 1000), most: 1 });
      now += 1000;
    }
    await workerFor(() => Promise.resolve()).look();
    expect(failures).toEqual([['Every try was interrupted', true]]);
  });
});

it('gives each entry to only one of two concurrent workers', async () => {
  await addToOutbox(
    test.db,
    'greet',
    Array.from({ length: 50 }, (_, n) => ({ key: String(n) })),
  );
  const claim = { now: new Date(now), until: new Date(now + 1000), most: 50 };
  const both = await Promise.all([claimEntries(test.db, 'greet', claim), claimEntries(test.db, 'greet', claim)]);
  expect(both.flat()).toHaveLength(50);
  expect(new Set(both.flat().map(({ id }) => id)).size).toBe(50);
});

it('handles entries that are added during a run if the worker is woken', async () => {
  const handled: string[] = [];
  const worker = workerFor(async ([entry]) => {
    if (entry?.key === 'a') {
      await addToOutbox(test.db, 'greet', [{ key: 'b' }]);
      worker.wake('greet');
    }
    handled.push(entry?.key ?? '');
  });
  await addToOutbox(test.db, 'greet', [{ key: 'a' }]);
  worker.wake('greet');
  await expect.poll(async () => (await rows()).length, { timeout: 15_000 }).toBe(0);
  await worker.close();
  expect(handled).toEqual(['a', 'b']);
  await addToOutbox(test.db, 'greet', [{ key: 'c' }]);
  worker.wake('greet');
  await worker.look();
  expect(await rows()).toHaveLength(1);
});

it('doubles the delay after each failure, up to one hour', () => {
  expect([1, 2, 3, 20].map((attempts) => retryAfterMs(attempts, () => 0))).toEqual([5_000, 10_000, 20_000, 3_600_000]);
  expect(retryAfterMs(1, () => 1)).toBe(3_750);
});
