// Which queues a wallboard is about.
import type { Tile, WallPage } from './wallboards.ts';

/** Ids as the tiles name them, each once; null: a tile shows every queue of the customer. */
export const boardQueueIds = (pages: readonly WallPage[]): ReadonlySet<string> | null => {
  const ids = new Set<string>();
  for (const tile of pages.flatMap((p) => p.tiles)) {
    if (tile.kind === 'queue') ids.add(tile.queueId);
    else if ('queueIds' in tile) {
      if (tile.queueIds.length === 0) return null;
      for (const id of tile.queueIds) ids.add(id);
    }
  }
  return ids;
};

/** Of a customer's queues those that the board shows. */
export const queuesOfBoard = <Q extends { readonly id: string }>(
  pages: readonly WallPage[],
  queues: readonly Q[],
): readonly Q[] => {
  const ids = boardQueueIds(pages);
  return ids === null ? queues : queues.filter((q) => ids.has(q.id));
};

/** The pages with these queues alone: what shows no other is left out, rather than to show all. */
export const pagesWithQueues = (pages: readonly WallPage[], known: ReadonlySet<string>): WallPage[] =>
  pages.map((page) => ({
    ...page,
    tiles: page.tiles.flatMap((tile): Tile[] => {
      if (tile.kind === 'queue') return known.has(tile.queueId) ? [tile] : [];
      if (!('queueIds' in tile) || tile.queueIds.length === 0) return [tile];
      const queueIds = tile.queueIds.filter((id) => known.has(id));
      return queueIds.length === 0 ? [] : [{ ...tile, queueIds }];
    }),
  }));
