import { expect, it } from 'vitest';
import { instantOf, wallOf } from './MomentInput.tsx';

it.each([
  ['2026-03-02 12:00:00', 'UTC', '2026-03-02T12:00:00.000Z'],
  ['2026-03-02 12:00:00', 'Europe/Madrid', '2026-03-02T11:00:00.000Z'],
  ['2026-07-02 12:00:00', 'Europe/Madrid', '2026-07-02T10:00:00.000Z'],
  ['2026-07-02 00:30:00', 'Asia/Jerusalem', '2026-07-01T21:30:00.000Z'],
  ['2026-01-01 00:00:00', 'America/New_York', '2026-01-01T05:00:00.000Z'],
])('%s in %s is %s, and back', (wall, zone, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
  expect(wallOf(instant, zone)).toBe(wall);
});
