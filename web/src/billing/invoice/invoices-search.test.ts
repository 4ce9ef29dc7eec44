import { expect, it } from 'vitest';
import { queryOf, readInvoicesSearch } from './invoices-search.ts';

it.each([
  [{}, { page: 1, perPage: 25 }],
  [
    { state: 'overdue', q: 'INV' },
    { page: 1, perPage: 25, payment: 'overdue', q: 'INV' },
  ],
  [
    { state: 'draft', page: 2 },
    { page: 2, perPage: 25, status: 'draft' },
  ],
  [
    { state: 'nonsense', page: -1, perPage: 9999, customer: 'x', q: '' },
    { page: 1, perPage: 25 },
  ],
])('%j requests %j', (raw, query) => {
  expect(queryOf(readInvoicesSearch(raw))).toEqual(query);
});
