import { expect, it } from 'vitest';
import { tallWidths } from './tall-widths.ts';

/** Takes tile sizes such as `2x1` in order. Returns their widths on a tall screen. */
const widthsOf = (sizes: string): string => {
  const tiles = sizes.split(' ').map((size, i) => {
    const [width = 1, height = 1] = size.split('x').map(Number);
    return { id: String(i), width, height };
  });
  const widths = tallWidths(tiles);
  return tiles.map(({ id }) => widths.get(id)).join(' ');
};

it.each([
  ['a pair stays a pair', '1x1 1x1', '1 1'],
  ['the last alone takes the row', '1x1 1x1 1x1', '1 1 2'],
  ['wide ones have both columns', '3x1 1x1 4x1 1x1', '2 1 2 1'],
  ['one alone among wide ones', '3x1 1x1 1x1 1x1 1x1 1x1 4x1', '2 1 1 1 1 2 2'],
  ['beside a higher one there is room for two', '1x2 1x1 1x1', '1 1 1'],
  ['a higher one with half a neighbour stays as it is', '1x2 1x1', '1 1'],
])('%s', (_, sizes, widths) => {
  expect(widthsOf(sizes)).toBe(widths);
});
