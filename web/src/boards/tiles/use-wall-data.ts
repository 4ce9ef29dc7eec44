import type { BoardDay, BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { useMemo } from 'react';
import { store } from '../../data/live/live.ts';
import { useSecond } from '../../ui/use-second.ts';
import type { WallData } from './wall-context.ts';
import { createWallWatch } from './wall-watch.ts';

/** Returns a board's figures, updated once a second. */
export const useWallData = (
  board: WallData['board'] & Pick<BoardView, 'pages'>,
  day: BoardDay | null,
  drill = false,
): WallData => {
  const second = useSecond();
  const { pages, queues } = board;
  const watch = useMemo(() => createWallWatch({ pages, queues }, store), [pages, queues]);
  return useMemo(() => {
    const now = second * 1000;
    const stale = new Set<number>();
    for (const { serverId } of queues) {
      const server = store.row('servers', String(serverId));
      if (server && (server.stale || !server.connected)) stale.add(serverId);
    }
    return { board, day, now, stale, drill, readings: watch.look(now) };
  }, [board, day, drill, queues, second, watch]);
};
