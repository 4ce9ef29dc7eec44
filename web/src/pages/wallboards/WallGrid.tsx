import { WALL_COLUMNS, type WallPage } from '@ringside/core/contract/wallboards.ts';
import type { CSSProperties } from 'react';
import { tallWidths } from './tall-widths.ts';
import { TileView } from './TileView.tsx';
import classes from './WallGrid.module.css';

/** `tall`: columns of a tall screen that it covers. */
export const cellsOf = (
  tile: { readonly width: number; readonly height: number },
  tall: number | undefined,
): CSSProperties =>
  ({
    '--width': Math.min(tile.width, WALL_COLUMNS),
    '--narrow': tall ?? Math.min(tile.width, WALL_COLUMNS / 2),
    '--height': tile.height,
  }) as CSSProperties;

/** The tiles of one page in their order, as many rows as they need: four columns, two where the screen is tall. */
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
