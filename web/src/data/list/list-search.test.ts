import { describe, expect, it } from 'vitest';
import { readListSearch } from './list-search.ts';

describe('readListSearch', () => {
  it.each([
    [{}, {}],
    [{ page: 1, perPage: 25 }, {}],
    [
      { page: 3, perPage: 50, sort: '-name', q: 'x' },
      { page: 3, perPage: 50, sort: '-name', q: 'x' },
    ],
    [{ page: '4' }, { page: 4 }],
    [{ page: 0, perPage: 9999 }, {}],
    [{ page: 'x', perPage: -1 }, {}],
    [{ page: 1.5 }, {}],
    [{ q: '', status: 'active', customerId: null, odd: ['a'], deep: { a: 1 } }, { status: 'active' }],
    [
      { enabled: true, serverId: 7 },
      { enabled: 'true', serverId: '7' },
    ],
  ])('%o → %o', (typed, read) => expect(readListSearch(typed)).toEqual(read));

  it('truncates very long searches', () => expect(readListSearch({ q: 'x'.repeat(9999) }).q).toHaveLength(200));
});
