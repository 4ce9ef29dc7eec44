import { useCan } from '../../data/api/use-can.ts';
import { store } from '../../data/live/live.ts';
import { useSecond } from '../../ui/use-second.ts';
import { lineStates } from './line-states.ts';
import type { LineState } from './line-states.ts';

const NOTHING: ReadonlyMap<string, LineState> = new Map();

/** Line states, updated once a second. Empty for users without live access. */
export const useLineStates = (): ReadonlyMap<string, LineState> => {
  useSecond();
  return useCan()('read', 'live') ? lineStates(store.state) : NOTHING;
};
