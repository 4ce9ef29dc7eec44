import { expect, it } from 'vitest';
import { createFitter } from './fit-text.ts';

/** Every character is one point wide. `measured` returns the number of different characters that were measured. */
const fitter = () => {
  let measured = 0;
  const made = createFitter(() => {
    measured++;
    return 1;
  });
  return { ...made, measured: () => measured };
};

it('keeps a text that fits and cuts a longer one with an ellipsis', () => {
  const { fit } = fitter();
  expect([fit('abcde', 5, {}), fit('abcdef', 5, {}), fit('', 5, {})]).toEqual(['abcde', 'abcd…', '']);
});

it('never splits a surrogate pair and keeps at least one character', () => {
  const { fit } = fitter();
  expect([fit('a😀😀😀', 3, {}), fit('😀😀', 0, {})]).toEqual(['a😀…', '😀…']);
});

it('ignores direction control characters', () => {
  expect(fitter().fit('\u2066abc\u2069', 3, {})).toBe('\u2066abc\u2069');
});

it('breaks at spaces and line feeds and cuts a word that is wider than the line', () => {
  expect(fitter().wrap('one two three\nfour abcdefghijk', 8, {})).toEqual({
    lines: ['one two', 'three', 'four', 'abcdefg…'],
    whole: false,
  });
});

it('ends the last allowed line in an ellipsis if text is left', () => {
  const { wrap } = fitter();
  expect(wrap('one two three four', 5, { lines: 2 })).toEqual({ lines: ['one', 'two…'], whole: false });
  expect(wrap('one two', 5, { lines: 2 })).toEqual({ lines: ['one', 'two'], whole: true });
});

it("measures each different character once, regardless of the text's length", () => {
  const { fit, wrap, measured } = fitter();
  const long = 'abcdefghij '.repeat(50_000);
  fit(long.replaceAll(' ', ''), 20, {});
  wrap(long, 20, { lines: 10 });
  expect(measured()).toBeLessThanOrEqual(12);
});
