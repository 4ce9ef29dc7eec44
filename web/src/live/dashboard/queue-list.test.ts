import type { QueueRow } from '@ringside/core/live/state.ts';
import { aQueue } from '@ringside/core/live/testing/rows.ts';
import { describe, expect, it } from 'vitest';
import { type QueueTally, tallyQueue } from '../../data/live/tally.ts';
import { readDashboardSearch } from './dashboard-search.ts';
import { addressOfQueue, filterQueues, findQueue, pageOf, sortQueues } from './queue-list.ts';

const row = (serverId: number, name: string): QueueRow => aQueue({ serverId, name });
const ROWS = [row(1, 'q10'), row(1, 'q9'), row(2, 'Ventas'), row(2, 'q9')];
const label = (key: string): string | undefined => (key === '1\tq10' ? 'Atención' : undefined);
const names = (list: readonly { key: string }[]): string[] => list.map((q) => q.key.replace('\t', ':'));

describe('filterQueues', () => {
  it.each([
    [{}, ['1:q10', '1:q9', '2:Ventas', '2:q9']],
    [{ servers: [2] }, ['2:Ventas', '2:q9']],
    [{ servers: [1, 2], name: 'Q9' }, ['1:q9', '2:q9']],
    [{ name: 'atenc' }, ['1:q10']],
    [{ name: 'nothing' }, []],
  ])('filter %j selects %j', (search, expected) => {
    expect(names(filterQueues(ROWS, search, label))).toEqual(expected);
  });
});

describe('sortQueues', () => {
  const all = filterQueues(ROWS, {}, () => undefined);
  const empty = tallyQueue([], [], 0);
  const tallies: Readonly<Record<string, Partial<QueueTally>>> = {
    '1\tq10': { waiting: 1, oldest: 500 },
    '2\tq9': { waiting: 3, oldest: 900 },
  };
  const tally = (key: string): QueueTally => ({ ...empty, ...tallies[key] });
  it.each([
    ['name', ['1:q9', '2:q9', '1:q10', '2:Ventas']],
    ['longest', ['1:q10', '2:q9', '1:q9', '2:Ventas']],
    ['waiting', ['2:q9', '1:q10', '1:q9', '2:Ventas']],
  ] as const)('sorts by %s', (sort, expected) => {
    expect(names(sortQueues(all, sort, tally, 'en'))).toEqual(expected);
  });
});

describe('pageOf', () => {
  const items = Array.from({ length: 20 }, (_, i) => i);
  it('returns pages counted from 1', () => {
    expect(pageOf(items, 1, 9)).toEqual({ items: items.slice(0, 9), page: 1, pages: 3, total: 20 });
    expect(pageOf(items, 3, 9).items).toEqual([18, 19]);
  });
  it('returns the last page for a page past the end', () => {
    expect(pageOf(items, 99, 9).page).toBe(3);
    expect(pageOf([], 5, 9)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
  });
});

describe('dashboard address', () => {
  it('drops invalid values and defaults', () => {
    expect(
      readDashboardSearch({
        page: '1',
        perPage: 9,
        sort: 'name',
        servers: ['x', -1],
        name: '',
        queue: {},
        calls: 7,
        evil: 1,
      }),
    ).toEqual({ calls: '7' });
  });
  it.each([
    [{ servers: '1,2,1' }, { servers: [1, 2] }],
    [{ servers: 2 }, { servers: [2] }],
    [{ servers: [3, '4'] }, { servers: [3, 4] }],
    [
      { page: 2, perPage: '18', sort: 'longest' },
      { page: 2, perPage: 18, sort: 'longest' },
    ],
  ])('%j is read as %j', (raw, expected) => {
    expect(readDashboardSearch(raw)).toEqual(expected);
  });
  it('identifies a queue by server and name, or by name alone', () => {
    const keys = ['1\tsales', '2\tsales', '2\t3:odd'];
    for (const key of keys) expect(findQueue(addressOfQueue(key), keys)).toBe(key);
    expect(findQueue('sales', keys)).toBe('1\tsales');
    expect(findQueue('3:odd', keys)).toBe('2\t3:odd');
    expect(findQueue('gone', keys)).toBeNull();
    expect(findQueue(undefined, keys)).toBeNull();
  });
});
