import { expect, it } from 'vitest';
import { titled } from './page-title.ts';

it.each([
  ['Queues', '', 'Queues · Ringside'],
  ['Queues', 'Acme Voice', 'Queues · Acme Voice'],
  ['', 'Acme Voice', 'Acme Voice'],
  ['', '', 'Ringside'],
])('title %s with brand %s', (title, brand, whole) => {
  expect(titled(title, brand)).toBe(whole);
});
