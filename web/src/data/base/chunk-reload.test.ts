import { describe, expect, it, vi } from 'vitest';
import { GUARD_MS, isChunkFailure, reloadOnce } from './chunk-reload.ts';

const page = () => {
  const items = new Map<string, string>();
  const clock = { now: 5_000_000 };
  return {
    clock,
    reload: vi.fn(),
    now: () => clock.now,
    storage: { getItem: (k: string) => items.get(k) ?? null, setItem: (k: string, v: string) => void items.set(k, v) },
  };
};

describe('reloadOnce', () => {
  it('reloads once, and again after 60 seconds at the earliest', () => {
    const p = page();
    expect(reloadOnce(p)).toBe(true);
    p.clock.now += GUARD_MS - 1;
    expect(reloadOnce(p)).toBe(false);
    p.clock.now += 1;
    expect(reloadOnce(p)).toBe(true);
    expect(p.reload).toHaveBeenCalledTimes(2);
  });
});

describe('isChunkFailure', () => {
  it.each([
    [new Error('Loading chunk 12 failed.'), true],
    [new TypeError('Failed to fetch dynamically imported module: http://x/assets/UsersPage-abc.js'), true],
    [new TypeError('error loading dynamically imported module: http://x/a.js'), true],
    [new TypeError('Importing a module script failed.'), true],
    [new Error('Unable to preload CSS for /assets/a.css'), true],
    [new TypeError('Failed to fetch'), false],
    [undefined, false],
  ])('%s: %s', (error, expected) => expect(isChunkFailure(error)).toBe(expected));
});
