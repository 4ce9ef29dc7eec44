// The console opens quickly on a thin line: what every visitor fetches first stays small.
import { expect, it } from 'vitest';
import { firstLoad } from './first-load.ts';

const LIMIT_BYTES = 200_000;

it('fetches no more than 200 kB of script, packed, before any page', () => {
  const scripts = firstLoad();
  const bytes = scripts.reduce((sum, s) => sum + s.bytes, 0);
  expect(scripts.length).toBeGreaterThan(1);
  // What grew is named: an import of a heavy part belongs behind `lazy`.
  const largest = scripts.slice(0, 12).map((s) => `${s.file} ${s.bytes}`);
  expect(bytes, `The first load, largest first:\n${largest.join('\n')}`).toBeLessThanOrEqual(LIMIT_BYTES);
});

it.each(['sign-in', 'CustomersPage', 'DashboardPage'])('fetches %s in a few requests', (page) => {
  const scripts = firstLoad(page);
  expect(scripts.some((s) => s.file.includes(page))).toBe(true);
  expect(scripts.length, scripts.map((s) => s.file).join('\n')).toBeLessThanOrEqual(40);
});
