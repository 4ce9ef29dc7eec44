import { expect, it } from 'vitest';
import { diallingOf } from './dialling-of.ts';

it.each([
  ['GB', '44', '0', ['00']],
  ['US', '1', '1', ['011', '00']],
  ['IL', '972', '0', ['00']],
  ['ES', '34', '', ['00']],
  ['FR', '33', '0', ['00']],
  ['RU', '7', '8', ['810', '00']],
  ['AU', '61', '0', ['0011', '00']],
])('returns the dialing rules of %s', (country, callingCode, national, international) =>
  expect(diallingOf(country)).toEqual({ callingCode, national, international }),
);

it.each(['', 'XX', 'gb', '__proto__'])('returns null for %j', (country) => expect(diallingOf(country)).toBeNull());
