// Lets long calculations yield to the event loop, which also serves the links to PBX servers.
import { setImmediate as turn } from 'node:timers/promises';

const YIELD_AFTER_MS = 8;

/** Returns a function to await between steps. It yields once YIELD_AFTER_MS have passed since the last yield. */
export const createYielder = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < YIELD_AFTER_MS) return;
    await turn();
    began = performance.now();
  };
};
