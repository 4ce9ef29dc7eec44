import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { KEPT, KeepingClient } from './open-postgres.ts';

afterEach(() => vi.restoreAllMocks());

it('prepares marked statements under one name per text and leaves other statements unprepared', () => {
  const asked: unknown[][] = [];
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation((...args: unknown[]) => void asked.push(args));
  const client = new KeepingClient();
  const [first, second] = [`${KEPT} select $1::text`, `${KEPT} select $1::integer`];
  client.query(first, ['a']);
  client.query(second, [1]);
  client.query(first, ['b']);
  client.query('select 1', []);
  client.query(`${KEPT} begin`);
  const names = asked.map(([one]) => (one as { name?: string }).name);
  expect(names[0]).toMatch(/^kept_\d+$/);
  expect(names).toEqual([names[0], expect.not.stringMatching(`^${names[0]}$`), names[0], undefined, undefined]);
  expect(asked[2]).toEqual([{ name: names[0], text: first, values: ['b'] }]);
  expect(asked.slice(3)).toEqual([['select 1', []], [`${KEPT} begin`]]);
});
