import { describe, expect, it } from 'vitest';
import { clockAt, isQuiet } from './quiet-hours.ts';

describe('quiet hours', () => {
  it.each([
    ['20:00', '08:00', '19:59', false],
    ['20:00', '08:00', '20:00', true],
    ['20:00', '08:00', '00:00', true],
    ['20:00', '08:00', '07:59', true],
    ['20:00', '08:00', '08:00', false],
    ['12:00', '14:00', '13:00', true],
    ['12:00', '14:00', '14:00', false],
    ['00:00', '24:00', '23:59', true],
    ['22:00', '24:00', '00:00', false],
    ['09:00', '09:00', '17:00', true],
  ])('from %s to %s at %s: %s', (from, to, clock, quiet) => expect(isQuiet({ from, to }, clock)).toBe(quiet));

  it('do not exist without a rule', () => expect(isQuiet(null, '03:00')).toBe(false));

  it.each([
    ['2026-11-21T22:30:00Z', 'Asia/Jerusalem', '00:30'],
    ['2026-11-21T22:30:00Z', 'Europe/Madrid', '23:30'],
    ['2026-07-01T22:30:00Z', 'Europe/Madrid', '00:30'],
  ])('the clock at %s in %s shows %s', (at, zone, clock) => expect(clockAt(Date.parse(at), zone)).toBe(clock));
});
