import { describe, expect, it } from 'vitest';
import { problemOf, retryAfterSeconds } from './problem.ts';

describe('retryAfterSeconds', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    [null, null],
    ['', null],
    ['75', 75],
    ['0.2', 1],
    ['-5', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('%s → %s', (header, seconds) => expect(retryAfterSeconds(header, now)).toBe(seconds));
});

describe('problemOf', () => {
  it.each([
    [401, 'unauthenticated'],
    [404, 'not-found'],
    [413, 'too-large'],
    [502, 'not-ready'],
    [504, 'no-answer-in-time'],
    [418, 'internal'],
  ])('maps status %s without a problem body to %s', async (status, code) => {
    expect((await problemOf(new Response('<html>', { status }), 0)).code).toBe(code);
  });
});
