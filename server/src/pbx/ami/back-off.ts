// Retry delays with jitter, so that links that failed together do not reconnect together.

/** Returns 1, 2, 4 … 30 s at most, reduced at random to between 50 and 100 percent, in milliseconds. */
export const retryDelayMs = (attempt: number, chance: () => number): number => {
  const full = Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.5 + chance() / 2));
};

/**
 * Returns 1 to 15 minutes, in milliseconds. Frequent retries after a refusal (wrong secret, untrusted certificate) would only fill the
 * PBX's log.
 */
export const refusedDelayMs = (attempt: number, chance: () => number): number => {
  const full = Math.min(15 * 60_000, 60_000 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.75 + chance() / 4));
};
