import { expect, it } from 'vitest';
import { z } from 'zod';
import { Instant } from './resource.ts';
import { LONGEST_PERIOD_DAYS, periodFaults } from './period.ts';

const Request = z.object({
  from: z.union([Instant, z.iso.date()]).optional(),
  to: z.union([Instant, z.iso.date()]).optional(),
  name: z.string().optional(),
  lines: z.array(z.object({ validUntil: Instant.nullable().default(null) })).default([]),
});
const faults = (value: z.input<typeof Request>) =>
  periodFaults(Request, Request.parse(value)).map(({ path, code }) => [path, code]);

it('accepts times from 1970 to 2199', () => {
  expect(faults({ from: '2026-01-01T00:00:00Z', to: '2027-01-01', name: '9999-12-31' })).toEqual([]);
});

it.each([
  [{ to: '9999-12-31T23:59:59Z' }, 'to'],
  [{ from: '0001-01-01' }, 'from'],
  [{ to: '2200-01-01' }, 'to'],
  [{ lines: [{ validUntil: null }, { validUntil: '9999-12-31T23:59:59Z' }] }, 'lines.1.validUntil'],
])('reports the field of a time outside the range: %j', (value, path) => {
  expect(faults(value)).toEqual([[path, 'far-date']]);
});

it('reports the end of a period that is too long', () => {
  const end = new Date(Date.parse('2000-01-01T00:00:00Z') + (LONGEST_PERIOD_DAYS + 1) * 86_400_000).toISOString();
  expect(faults({ from: '2000-01-01T00:00:00Z', to: end })).toEqual([['to', 'too-long-period']]);
});
