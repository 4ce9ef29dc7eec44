import { describe, expect, it } from 'vitest';
import { cleanCallerId } from './caller-id.ts';
import { formatDuration } from './duration.ts';
import { callableNumber, formatNumber } from './phone.ts';

describe('duration', () => {
  it.each([
    [0, '00:00:00'],
    [59.9, '00:00:59'],
    [3661, '01:01:01'],
    [360000, '100:00:00'],
    [-5, '00:00:00'],
    [Number.NaN, '00:00:00'],
  ])('%s s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
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

describe('callableNumber', () => {
  it.each([
    ['+44 20 7946 0100', null, '+442079460100', true],
    ['020 7946 0100', 'GB', '+442079460100', true],
    // Number ranges that the library does not know.
    ['+44 20 9999 9999', null, '+442099999999', false],
    ['00442099999999', 'GB', '+442099999999', false],
    ['02099999999', 'gb', '+442099999999', false],
    ['555 123 4567', 'US', '+15551234567', false],
    ['+97255912345', null, '+97255912345', false],
  ] as const)('%s in %s is %s', (text, country, e164, isKnown) =>
    expect(callableNumber(text, country)).toEqual({ e164, isKnown }),
  );

  it.each([
    ['+44 20 7946', null],
    ['+999 123 456 789', null],
    ['2001234', 'GB'],
    ['101', 'GB'],
    ['02099999999', null],
    ['5551234', 'US'],
    ['0123456', 'GB'],
    ['0207 946', 'GB'],
    ['+4420999999990000', null],
    ['alice', 'GB'],
  ] as const)('%s in %s is not callable', (text, country) => expect(callableNumber(text, country)).toBeNull());
});
