import type { Tile } from '@ringside/core/contract/boards/wallboard.ts';
import classes from './TileView.module.css';
import { Figure } from './Figure.tsx';
import { useWall } from './wall-context.ts';
import { queuesOfTile } from './wall-values.ts';
import type { TileReading } from './wall-watch.ts';

type FigureTile = Extract<Tile, { kind: 'queue' | 'totals' }>;

/** The first figure is the main one and the others are below it. On a wide tile all are on one line. */
export function FiguresTile({ tile, reading }: { readonly tile: FigureTile; readonly reading: TileReading }) {
  const { board } = useWall();
  const queues = queuesOfTile(tile, board.queues);
  const [first, ...rest] = tile.figures.map((figure) => (
    <Figure
      key={figure}
      figure={figure}
      value={reading.values[figure]}
      level={reading.levels[figure] ?? 'ok'}
      queues={queues}
    />
  ));
  const inLine = rest.length > 0 && tile.width >= tile.figures.length && tile.height <= 2;
  const columns = Math.min(tile.width, 3, rest.length);
  const narrow = tile.width === 1 || undefined;
  if (inLine || rest.length === 0)
    return (
      <div className={classes['line']}>
        {first}
        {rest}
      </div>
    );
  return (
    <div
      className={classes['stack']}
      data-lines={narrow}
      style={{ '--columns': columns, '--lines': Math.ceil(rest.length / columns) }}
    >
      <div className={classes['first']}>{first}</div>
      <div className={classes['rest']} data-many={rest.length > 3 || undefined} data-lines={narrow}>
        {rest}
      </div>
    </div>
  );
}
