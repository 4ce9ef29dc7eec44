// Edits the pages of a board. Tiles flow in order, so a position is an index.
import type { BoardQueue, Tile, TileKind, WallPage } from '@ringside/core/contract/boards/wallboard.ts';

const CELLS = 4;

export const withPage = (pages: readonly WallPage[], index: number, page: WallPage): WallPage[] =>
  pages.map((p, i) => (i === index ? page : p));

export const changeTile = (page: WallPage, id: string, change: (tile: Tile) => Tile): WallPage => ({
  ...page,
  tiles: page.tiles.map((t) => (t.id === id ? change(t) : t)),
});

/** Moves a tile to the position `index`, limited to the ends of the list. */
export const moveTile = (page: WallPage, id: string, index: number): WallPage => {
  const tile = page.tiles.find((t) => t.id === id);
  if (!tile) return page;
  const others = page.tiles.filter((t) => t.id !== id);
  const at = Math.max(0, Math.min(index, others.length));
  return { ...page, tiles: [...others.slice(0, at), tile, ...others.slice(at)] };
};

export const resizeTile = (page: WallPage, id: string, by: { width?: number; height?: number }): WallPage =>
  changeTile(page, id, (t) => ({
    ...t,
    width: Math.max(1, Math.min(CELLS, t.width + (by.width ?? 0))),
    height: Math.max(1, Math.min(CELLS, t.height + (by.height ?? 0))),
  }));

export const removeTile = (page: WallPage, id: string): WallPage => ({
  ...page,
  tiles: page.tiles.filter((t) => t.id !== id),
});

export const insertTile = (page: WallPage, tile: Tile, index = page.tiles.length): WallPage => ({
  ...page,
  tiles: [...page.tiles.slice(0, index), tile, ...page.tiles.slice(index)],
});

/** Returns the lowest unused tile id of the page. */
export const freeId = (page: WallPage): string => {
  for (let n = 1; ; n++) if (!page.tiles.some((t) => t.id === `t${n}`)) return `t${n}`;
};

const RULES = { holdSeconds: 5, margin: 0 } as const;

/** Returns a new tile with the first queue that the page does not show yet; null if there is no queue. */
export const newTile = (kind: TileKind, page: WallPage, queues: readonly BoardQueue[], text: string): Tile | null => {
  const base = { id: freeId(page), width: 1, height: 1, title: '' };
  switch (kind) {
    case 'queue': {
      const shown = new Set(page.tiles.flatMap((t) => (t.kind === 'queue' ? [t.queueId] : [])));
      const queue = queues.find((q) => !shown.has(q.id)) ?? queues[0];
      if (!queue) return null;
      return {
        ...base,
        kind,
        queueId: queue.id,
        figures: ['waiting', 'longestWait', 'available', 'serviceLevel'],
        thresholds: [
          { figure: 'waiting', warn: 3, bad: 6, ...RULES },
          { figure: 'longestWait', warn: 60, bad: 120, holdSeconds: 0, margin: 0 },
        ],
      };
    }
    case 'totals':
      return {
        ...base,
        kind,
        width: 4,
        queueIds: [],
        figures: ['waiting', 'available', 'serviceLevel', 'abandoned'],
        thresholds: [{ figure: 'serviceLevel', warn: 80_000, bad: 60_000, holdSeconds: 30, margin: 2_000 }],
      };
    case 'agents':
      return { ...base, kind, width: 2, queueIds: [] };
    case 'ticker':
      return {
        ...base,
        kind,
        queueIds: [],
        thresholds: [{ figure: 'longestWait', warn: 60, bad: 120, holdSeconds: 0, margin: 0 }],
      };
    case 'chart':
      return { ...base, kind, width: 2, queueIds: [] };
    case 'clock':
      return { ...base, kind, timezone: null };
    case 'text':
      return { ...base, kind, text };
  }
};
