// Long sums run beside the PBXs' links, so they let others have their turn.
import { setImmediate as turn } from 'node:timers/promises';

const BREATH_MS = 8;

/** To be awaited between steps: it gives way once it has worked for a while. */
export const createBreath = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < BREATH_MS) return;
    await turn();
    began = performance.now();
  };
};
