import { useCan } from '../../api/use-can.ts';
import { store } from '../../live/live.ts';
import { useSecond } from '../../ui/use-second.ts';
import { lineStates } from './line-states.ts';
import type { LineState } from './line-states.ts';

const NOTHING: ReadonlyMap<string, LineState> = new Map();

/** Counted anew once a second: a page of lines needs no more. Empty for who may not watch. */
export const useLineStates = (): ReadonlyMap<string, LineState> => {
  useSecond();
  return useCan()('read', 'live') ? lineStates(store.state) : NOTHING;
};
