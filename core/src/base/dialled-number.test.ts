import { describe, expect, it } from 'vitest';
import { dialledNumber } from './dialled-number.ts';

describe('dialed numbers', () => {
  it.each([
    ['a local number of London', '79460958', 'GB', '20', '+44 20 7946 0958'],
    ['with its area code', '02079460958', 'GB', '20', '+44 20 7946 0958'],
    ['another area', '01214960123', 'GB', '20', '+44 121 496 0123'],
    ['already in full, without a plus', '442079460958', 'GB', '20', '+44 20 7946 0958'],
    ['seven digits of New York', '555-0123', 'US', '212', '+1 212 555 0123'],
    ['eight of them are no local number there', '55501234', 'US', '212', '55501234'],
    ['abroad', '+97231234567', 'GB', '20', '+972 3 123 4567'],
    ['an extension', '204', 'GB', '20', '204'],
    ['a short code', '116117', 'DE', '30', '116117'],
    ['a local number where nobody said the area', '79460958', 'GB', '', '79460958'],
    ['a number of a country that nobody knows', '79460958', 'XX', '20', '79460958'],
    ['a number of a range that is not known', '02099999999', 'GB', '20', '+442099999999'],
    ['a name', 'alice', 'GB', '20', 'alice'],
  ])('%s', (_, raw, country, areaCode, expected) => {
    expect(dialledNumber(raw, country, areaCode)).toBe(expected);
  });
});
