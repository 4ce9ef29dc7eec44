// Checks every figure of a board once a second, including hidden pages, and remembers since when each exceeds its limits. Its memory is
// limited by the number of thresholds.
import type { BoardView, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { type Alarm, type AlarmLevel, CALM, nextAlarm } from '@ringside/core/boards/threshold.ts';
import { WALL_FIGURES, type WallFigure } from '@ringside/core/boards/wall-figures.ts';
import { type WallValues, queuesOfTile, valuesOf } from './wall-values.ts';

export interface TileReading {
  readonly values: WallValues;
  readonly levels: Partial<Readonly<Record<WallFigure, AlarmLevel>>>;
}

export interface WallReadings {
  /** Readings by page and tile. */
  readonly tiles: ReadonlyMap<string, TileReading>;
  /** Stable keys of the red figures. */
  readonly red: ReadonlySet<string>;
}

interface WallWatch {
  /** Computes the readings. `now`: epoch ms. Repeated calls for the same moment change nothing. */
  look(now: number): WallReadings;
  /** Returns the number of remembered entries. */
  size(): number;
}

export const tileKey = (page: number, tile: Tile): string => `${page} ${tile.id}`;

const hasFigures = (tile: Tile): boolean => tile.kind === 'queue' || tile.kind === 'totals' || tile.kind === 'ticker';

export const createWallWatch = (
  board: Pick<BoardView, 'pages' | 'queues'>,
  store: Parameters<typeof valuesOf>[0],
): WallWatch => {
  const alarms = new Map<string, Alarm>();

  const levelsOf = (key: string, tile: Tile, values: WallValues, now: number, red: Set<string>) => {
    const levels: Partial<Record<WallFigure, AlarmLevel>> = {};
    for (const rule of 'thresholds' in tile ? tile.thresholds : []) {
      const name = `${key} ${rule.figure}`;
      const { worse } = WALL_FIGURES[rule.figure];
      const alarm = nextAlarm(alarms.get(name) ?? CALM, values[rule.figure], { ...rule, worse }, now);
      alarms.set(name, alarm);
      levels[rule.figure] = alarm.level;
      if (alarm.level === 'bad') red.add(name);
    }
    return levels;
  };

  return {
    look: (now) => {
      const tiles = new Map<string, TileReading>();
      const red = new Set<string>();
      for (const [index, page] of board.pages.entries())
        for (const tile of page.tiles.filter(hasFigures)) {
          const key = tileKey(index, tile);
          const values = valuesOf(store, queuesOfTile(tile, board.queues), now);
          tiles.set(key, { values, levels: levelsOf(key, tile, values, now, red) });
        }
      return { tiles, red };
    },
    size: () => alarms.size,
  };
};
