import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { correctClock, createClockSync, currentSecond, onSecond, serverNow } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_400 });
  correctClock(Date.now());
});
afterEach(() => vi.useRealTimers());

describe('clock', () => {
  it("ticks at whole seconds of the server's clock, with one timer for all listeners", () => {
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

  it("follows the server when this computer's clock is wrong", () => {
    correctClock(Date.now() + 3_600_000);
    expect(serverNow()).toBe(1_000_000_400 + 3_600_000);
    expect(currentSecond()).toBe(1_003_600);
  });
});

describe('clock synchronization', () => {
  it('has no offset before the first event', () => {
    expect(createClockSync().offsetMs()).toBeNull();
  });

  it('uses the event with the shortest delay', () => {
    const clock = createClockSync();
    // The server is 5,000 ms ahead. Events take 300, 20 and 900 ms to arrive.
    for (const [now, travel] of [
      [1000, 300],
      [2000, 20],
      [3000, 900],
    ] as const)
      clock.sample(now + 5000 - travel, now);
    expect(clock.offsetMs()).toBe(4980);
  });

  it("follows a change of the server's clock within a minute", () => {
    const clock = createClockSync();
    for (let now = 0; now < 200_000; now += 1000) clock.sample(now + (now < 100_000 ? 5000 : -2000), now);
    expect(clock.offsetMs()).toBe(-2000);
  });

  it("starts over after a long pause or when this computer's clock was set back", () => {
    const clock = createClockSync();
    clock.sample(5000, 0);
    clock.sample(1_000_000 - 40, 1_000_000);
    expect(clock.offsetMs()).toBe(-40);
    clock.sample(10_000, 500);
    expect(clock.offsetMs()).toBe(9500);
  });
});
