// On a tall screen a page has two columns. A tile that would be alone in its row takes both.
import { WALL_COLUMNS } from '@ringside/core/contract/boards/wallboard.ts';

const COLUMNS = WALL_COLUMNS / 2;

interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the number of columns of each tile by id. Places tiles like the CSS grid: each into the first gap that fits. */
export const tallWidths = (tiles: readonly Sized[]): ReadonlyMap<string, number> => {
  const taken: (string | undefined)[][] = [];
  const at = (row: number, column: number): string | undefined => taken[row]?.[column];
  const free = (row: number, column: number, width: number, height: number): boolean => {
    for (let r = row; r < row + height; r++)
      for (let c = column; c < column + width; c++) if (at(r, c) !== undefined) return false;
    return true;
  };
  const widths = new Map<string, number>();
  const places: { readonly tile: Sized; readonly row: number; readonly column: number }[] = [];
  for (const tile of tiles) {
    const width = Math.min(tile.width, COLUMNS);
    widths.set(tile.id, width);
    let [row, column] = [0, 0];
    while (!free(row, column, width, tile.height)) {
      column += 1;
      if (column + width > COLUMNS) [row, column] = [row + 1, 0];
    }
    for (let r = row; r < row + tile.height; r++)
      for (let c = column; c < column + width; c++) (taken[r] ??= [])[c] = tile.id;
    places.push({ tile, row, column });
  }
  for (const { tile, row, column } of places)
    if (widths.get(tile.id) === 1 && free(row, 1 - column, 1, tile.height)) widths.set(tile.id, COLUMNS);
  return widths;
};
