import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zoneOffset } from './zone-offset.ts';

const HOUR = 3_600_000;

it.each([
  ['UTC', '2026-11-21T12:00:00Z', 0],
  ['Asia/Jerusalem', '2026-11-21T12:00:00Z', 2],
  ['Asia/Jerusalem', '2026-07-21T12:00:00Z', 3],
  ['Asia/Kathmandu', '2026-07-21T12:00:00Z', 5.75],
  ['Australia/Lord_Howe', '2026-01-21T12:00:00Z', 11],
  ['America/St_Johns', '2026-01-21T12:00:00Z', -3.5],
  ['Europe/Madrid', '2026-03-29T00:59:59.999Z', 1],
  ['Europe/Madrid', '2026-03-29T01:00:00Z', 2],
  ['Pacific/Apia', '2011-12-30T09:59:59Z', -10],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', 14],
])('%s at %s', (zone, at, hours) => {
  expect(zoneOffset(Date.parse(at), zone)).toBe(hours * HOUR);
});

it('agrees with the formatted local time, cached or not', () => {
  const zones = ['Europe/Paris', 'America/New_York', 'Asia/Tehran', 'Pacific/Chatham', 'Africa/Casablanca'];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 4e12 }), (timeZone, at) => {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
      for (let time = 0; time < 2; time++)
        expect(new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ')).toBe(shown);
    }),
  );
});

it('throws for an unknown time zone', () => {
  expect(() => zoneOffset(0, 'Mars/Olympus')).toThrow(RangeError);
});
