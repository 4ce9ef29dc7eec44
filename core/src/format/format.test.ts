import { describe, expect, it } from 'vitest';
import { cleanCallerId } from './caller-id.ts';
import { formatDuration, momentOf, parseDuration } from './duration.ts';
import { formatPercent } from './percent.ts';
import { formatNumber } from './phone.ts';

describe('duration', () => {
  it.each([
    [0, '00:00:00'],
    [59.9, '00:00:59'],
    [3661, '01:01:01'],
    [360000, '100:00:00'],
    [-5, '00:00:00'],
    [Number.NaN, '00:00:00'],
  ])('%s s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
  it.each([
    ['00:00:06', 6],
    ['27:01:10', 97270],
    ['', 0],
    ['x', 0],
  ])('%s is %s s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));
  it('has no moment for a Unix time of 0 or less', () => {
    expect([momentOf(0), momentOf(-1), momentOf(2)]).toEqual([null, null, 2000]);
  });
});

describe('caller id', () => {
  it.each([
    ['"O\'Neil & Sons"', "O'Neil & Sons"],
    ['Acme <Retail>', 'Acme Retail'],
    ['<unknown>', ''],
    ['unknown', ''],
    ['שרה כהן', 'שרה כהן'],
    ['evil\u202Etxt\u0007', 'eviltxt'],
    ['a\u061cb\u2067c', 'abc'],
  ])('%j shows as %j', (raw, shown) => expect(cleanCallerId(raw)).toBe(shown));
});

describe('percent', () => {
  it.each([
    [81130, '81%'],
    [92900, '93%'],
    [0, '0%'],
    [null, '–'],
  ])('%s is %s', (value, text) => expect(formatPercent(value)).toBe(text));
});

describe('phone', () => {
  it.each([
    ['+97221234567', null, '+972 2 123 4567', 'IL'],
    ['0501234567', 'IL', '+972 50 123 4567', 'IL'],
    ['+442079460958', 'US', '+44 20 7946 0958', 'GB'],
    ['34912345678', 'US', '+34 912 34 56 78', 'ES'],
    ['4155550142', 'US', '+1 415 555 0142', 'US'],
    ['203', 'IL', '203', null],
    ['*45', 'US', '*45', null],
    ['s', 'US', 's', null],
    ['', 'US', '', null],
    ['<unknown>', 'US', '', null],
  ])('%s read in %s is %s of %s', (raw, home, number, country) => {
    expect(formatNumber(raw, home)).toEqual({ raw, number, country });
  });
});
