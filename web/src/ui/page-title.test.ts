import { expect, it } from 'vitest';
import { titled } from './page-title.ts';

it.each([
  ['Queues', '', 'Queues · Ringside'],
  ['Queues', 'Acme Voice', 'Queues · Acme Voice'],
  ['', 'Acme Voice', 'Acme Voice'],
  ['', '', 'Ringside'],
])('%s of %s', (title, brand, whole) => {
  expect(titled(title, brand)).toBe(whole);
});
