import { WALL_COLUMNS, type WallPage } from '@ringside/core/contract/wallboards.ts';
import type { CSSProperties } from 'react';
import { TileView } from './TileView.tsx';
import classes from './WallGrid.module.css';

export const cellsOf = (tile: { readonly width: number; readonly height: number }): CSSProperties =>
  ({
    '--width': Math.min(tile.width, WALL_COLUMNS),
    '--narrow': Math.min(tile.width, WALL_COLUMNS / 2),
    '--height': tile.height,
  }) as CSSProperties;

/** The tiles of one page in their order, as many rows as they need: four columns, two where the screen is tall. */
export function WallGrid({ page, index }: { readonly page: WallPage; readonly index: number }) {
  return (
    <div className={classes['grid']}>
      {page.tiles.map((tile) => (
        <div key={tile.id} className={classes['cell']} style={cellsOf(tile)}>
          <TileView tile={tile} page={index} />
        </div>
      ))}
    </div>
  );
}
