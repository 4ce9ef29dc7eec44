import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { correctClock, currentSecond, onSecond, serverNow } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_400 });
  correctClock(Date.now());
});
afterEach(() => vi.useRealTimers());

describe('the clock', () => {
  it('turns over at whole seconds of the server, once for all who listen', () => {
    const seen: number[] = [];
    const stop = [onSecond(() => seen.push(currentSecond())), onSecond(() => undefined)];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(610);
    expect(seen).toEqual([1_000_001]);
    vi.advanceTimersByTime(2000);
    expect(seen).toEqual([1_000_001, 1_000_002, 1_000_003]);
    for (const s of stop) s();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('follows the server when this computer is wrong', () => {
    correctClock(Date.now() + 3_600_000);
    expect(serverNow()).toBe(1_000_000_400 + 3_600_000);
    expect(currentSecond()).toBe(1_003_600);
  });
});
