import { expect, it } from 'vitest';
import { BURST, createMessageRate, RATE } from './message-rate.ts';

/** Verdicts of so many messages, each a while after the one before. */
const send = (count: number, everyMs: number) => {
  let at = 0;
  const rate = createMessageRate(() => at);
  return Array.from({ length: count }, () => {
    at += everyMs;
    return rate();
  });
};

it('takes what comes at the rate, for ever', () => {
  expect(new Set(send(10_000, 1000 / RATE))).toEqual(new Set(['taken']));
});

it('takes a burst, refuses another, and has had enough then', () => {
  const verdicts = send(2 * BURST + 5, 0);
  expect(verdicts.slice(0, BURST)).toEqual(Array(BURST).fill('taken'));
  expect(verdicts.slice(BURST, 2 * BURST)).toEqual(Array(BURST).fill('refused'));
  expect(verdicts.slice(2 * BURST)).toEqual(Array(5).fill('flood'));
});

it('takes again once the sender has waited', () => {
  let at = 0;
  const rate = createMessageRate(() => at);
  for (let i = 0; i < BURST + 10; i++) rate();
  at += (11 * 1000) / RATE;
  expect(rate()).toBe('taken');
  expect(rate()).toBe('refused');
});

it('is not fooled by a clock that goes back', () => {
  let at = 1_000_000;
  const rate = createMessageRate(() => at);
  at = 0;
  expect(rate()).toBe('taken');
});
