import type { BoardDay, BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { createContext, useContext } from 'react';
import type { WallReadings } from './wall-watch.ts';

/** Data of all tiles of a wallboard. Updated once a second. */
export interface WallData {
  readonly board: Pick<BoardView, 'pages' | 'queues' | 'timezone' | 'customerName'>;
  readonly readings: WallReadings;
  /** Epoch ms on the server's clock, whole seconds. */
  readonly now: number;
  readonly day: BoardDay | null;
  /** Servers whose data is stale. */
  readonly stale: ReadonlySet<number>;
  /** Whether figures open a drill-down: for signed-in users, never on a screen opened by a link. */
  readonly drill: boolean;
}

export const WallContext = createContext<WallData | null>(null);

export const useWall = (): WallData => {
  const data = useContext(WallContext);
  if (!data) throw new Error('A tile must be inside a wallboard');
  return data;
};
