// Determines the queues of a wallboard.
import type { Tile, WallPage } from './wallboard.ts';

/** Returns the distinct queue IDs of the tiles, or `null` when a tile shows every queue of the customer. */
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

/** Returns the customer's queues that the board shows. */
export const queuesOfBoard = <Q extends { readonly id: string }>(
  pages: readonly WallPage[],
  queues: readonly Q[],
): readonly Q[] => {
  const ids = boardQueueIds(pages);
  return ids === null ? queues : queues.filter((q) => ids.has(q.id));
};

/** Returns the pages with only these queues. Removes tiles whose queues are all missing, because an empty list would mean all queues. */
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
