// When to try again. Full jitter: many links that fell together do not come back together.

/** 1, 2, 4 … 30 s at most, each cut by chance to between half and all of it. */
export const retryDelayMs = (attempt: number, chance: () => number): number => {
  const full = Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.5 + chance() / 2));
};

/** After a no (wrong secret, untrusted certificate) asking soon would only fill the PBX's log: 1 to 15 minutes. */
export const refusedDelayMs = (attempt: number, chance: () => number): number => {
  const full = Math.min(15 * 60_000, 60_000 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.75 + chance() / 4));
};
