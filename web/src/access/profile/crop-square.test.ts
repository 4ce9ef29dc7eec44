import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centreOf, cropSquare } from './crop-square.ts';

describe('cropSquare', () => {
  it.each([
    [{ width: 400, height: 300 }, 1, { x: 200, y: 150 }, { x: 50, y: 0, side: 300 }],
    [{ width: 300, height: 400 }, 1, { x: 0, y: 0 }, { x: 0, y: 0, side: 300 }],
    [{ width: 400, height: 300 }, 2, { x: 999, y: 999 }, { x: 250, y: 150, side: 150 }],
    [{ width: 400, height: 300 }, 0, { x: 200, y: 150 }, { x: 50, y: 0, side: 300 }],
  ])('of %j at zoom %d around %j is %j', (size, zoom, centre, square) =>
    expect(cropSquare(size, zoom, centre)).toEqual(square),
  );

  it('stays inside the image, and does not move when applied again', () => {
    const edge = fc.integer({ min: 1, max: 10_000 });
    const at = fc.double({ min: -20_000, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(edge, edge, fc.double({ min: 1, max: 8, noNaN: true }), at, at, (width, height, zoom, x, y) => {
        const square = cropSquare({ width, height }, zoom, { x, y });
        expect(square.x).toBeGreaterThanOrEqual(0);
        expect(square.x + square.side).toBeLessThanOrEqual(width + 1e-6);
        expect(square.y + square.side).toBeLessThanOrEqual(height + 1e-6);
        const again = cropSquare({ width, height }, zoom, centreOf(square));
        expect(again.x).toBeCloseTo(square.x, 6);
        expect(again.y).toBeCloseTo(square.y, 6);
      }),
    );
  });
});
