// Limits the size of the first load, so that the console opens quickly on a slow connection.
import { expect, it } from 'vitest';
import { firstLoad } from './first-load.ts';

const LIMIT_BYTES = 180_000;

it('loads at most 180 kB of compressed scripts before any page', () => {
  const scripts = firstLoad();
  const bytes = scripts.reduce((sum, s) => sum + s.bytes, 0);
  expect(scripts.length).toBeGreaterThan(1);
  // Lists the largest scripts: imports of large modules should be lazy.
  const largest = scripts.slice(0, 12).map((s) => `${s.file} ${s.bytes}`);
  expect(bytes, `The first load, largest first:\n${largest.join('\n')}`).toBeLessThanOrEqual(LIMIT_BYTES);
});

it.each(['sign-in', 'CustomersPage', 'DashboardPage'])('loads %s in few requests', (page) => {
  const scripts = firstLoad(page);
  expect(scripts.some((s) => s.file.includes(page))).toBe(true);
  expect(scripts.length, scripts.map((s) => s.file).join('\n')).toBeLessThanOrEqual(40);
});
