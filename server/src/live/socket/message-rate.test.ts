import { expect, it } from 'vitest';
import { BURST, createMessageRate, RATE } from './socket-session.ts';

/** Returns the verdicts for `count` messages sent every `everyMs` milliseconds. */
const send = (count: number, everyMs: number) => {
  let at = 0;
  const rate = createMessageRate(() => at);
  return Array.from({ length: count }, () => {
    at += everyMs;
    return rate();
  });
};

it('accepts messages at the rate limit without end', () => {
  expect(new Set(send(10_000, 1000 / RATE))).toEqual(new Set(['taken']));
});

it('accepts one burst, refuses a second one, then reports a flood', () => {
  const verdicts = send(2 * BURST + 5, 0);
  expect(verdicts.slice(0, BURST)).toEqual(Array(BURST).fill('taken'));
  expect(verdicts.slice(BURST, 2 * BURST)).toEqual(Array(BURST).fill('refused'));
  expect(verdicts.slice(2 * BURST)).toEqual(Array(5).fill('flood'));
});

it('accepts messages again after a pause', () => {
  let at = 0;
  const rate = createMessageRate(() => at);
  for (let i = 0; i < BURST + 10; i++) rate();
  at += (11 * 1000) / RATE;
  expect(rate()).toBe('taken');
  expect(rate()).toBe('refused');
});

it('accepts messages after the clock goes back', () => {
  let at = 1_000_000;
  const rate = createMessageRate(() => at);
  at = 0;
  expect(rate()).toBe('taken');
});
