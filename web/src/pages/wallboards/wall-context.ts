import type { BoardDay, BoardView } from '@ringside/core/contract/wallboards.ts';
import { createContext, useContext } from 'react';
import type { WallReadings } from './wall-watch.ts';

/** What all tiles of a wall read. Made anew once a second. */
export interface WallData {
  readonly board: Pick<BoardView, 'pages' | 'queues' | 'timezone' | 'customerName'>;
  readonly readings: WallReadings;
  /** Epoch ms on the server's clock, whole seconds. */
  readonly now: number;
  readonly day: BoardDay | null;
  /** Servers whose rows are what was last known. */
  readonly stale: ReadonlySet<number>;
  /** Whether figures lead to what is behind them: to who is signed in, never on a screen by its link. */
  readonly drill: boolean;
}

export const WallContext = createContext<WallData | null>(null);

export const useWall = (): WallData => {
  const data = useContext(WallContext);
  if (!data) throw new Error('No wall around this tile');
  return data;
};
