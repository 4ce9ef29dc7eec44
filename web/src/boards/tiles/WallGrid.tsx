import { WALL_COLUMNS, type WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import type { CSSProperties } from 'react';
import { tallWidths } from '../screen/tall-widths.ts';
import { TileView } from './TileView.tsx';
import classes from './WallGrid.module.css';

/** Returns the grid cells of a tile. `tall`: number of columns on a tall screen. */
export const cellsOf = (
  tile: { readonly width: number; readonly height: number },
  tall: number | undefined,
): CSSProperties => ({
  '--width': Math.min(tile.width, WALL_COLUMNS),
  '--narrow': tall ?? Math.min(tile.width, WALL_COLUMNS / 2),
  '--height': tile.height,
});

/** Tiles of one page in order, in four columns, or two on a tall screen. */
export function WallGrid({ page, index }: { readonly page: WallPage; readonly index: number }) {
  const tall = tallWidths(page.tiles);
  return (
    <div className={classes['grid']}>
      {page.tiles.map((tile) => (
        <div key={tile.id} className={classes['cell']} style={cellsOf(tile, tall.get(tile.id))}>
          <TileView tile={tile} page={index} />
        </div>
      ))}
    </div>
  );
}
