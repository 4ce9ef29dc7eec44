import { expect, it } from 'vitest';
import { lineDifference } from './line-difference.ts';

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;
const shown = (before: string, after: string): string =>
  lineDifference([...before], [...after])
    .map(({ kind, text }) => `${SIGNS[kind]}${text}`)
    .join('');

it.each([
  ['', '', ''],
  ['abc', 'abc', ' a b c'],
  ['', 'ab', '+a+b'],
  ['ab', '', '-a-b'],
  ['abc', 'axc', ' a-b+x c'],
  ['abcd', 'acde', ' a-b c d+e'],
  ['aa', 'aba', ' a+b a'],
])('%j → %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});
