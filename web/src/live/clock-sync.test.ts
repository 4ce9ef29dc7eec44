import { expect, it } from 'vitest';
import { createClockSync } from './clock-sync.ts';

it('knows nothing before the first event', () => {
  expect(createClockSync().offsetMs()).toBeNull();
});

it('takes the event that travelled fastest', () => {
  const clock = createClockSync();
  // The server is 5,000 ms ahead; events travel 300, 20 and 900 ms.
  for (const [now, travel] of [
    [1000, 300],
    [2000, 20],
    [3000, 900],
  ] as const)
    clock.sample(now + 5000 - travel, now);
  expect(clock.offsetMs()).toBe(4980);
});

it('follows a clock that was set, within a minute', () => {
  const clock = createClockSync();
  for (let now = 0; now < 200_000; now += 1000) clock.sample(now + (now < 100_000 ? 5000 : -2000), now);
  expect(clock.offsetMs()).toBe(-2000);
});

it('begins anew after a long pause or when this clock was set back', () => {
  const clock = createClockSync();
  clock.sample(5000, 0);
  clock.sample(1_000_000 - 40, 1_000_000);
  expect(clock.offsetMs()).toBe(-40);
  clock.sample(10_000, 500);
  expect(clock.offsetMs()).toBe(9500);
});
