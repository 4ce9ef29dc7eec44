// A token bucket: so many calls a minute, that many at once. Pure: the clock is the caller's.

export interface Allowance {
  /** Calls that may still be made now, a fraction of the next one included. */
  readonly left: number;
  /** Epoch milliseconds of `left`. */
  readonly at: number;
}

export interface Verdict {
  readonly allowance: Allowance;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Whole seconds until a call is allowed; 0 when it is. */
  readonly retryAfterSeconds: number;
}

/** Takes one call out of an allowance of `perMinute`; null: nothing was taken before. */
export const takeOne = (before: Allowance | null, perMinute: number, now: number): Verdict => {
  const perMs = perMinute / 60_000;
  const passed = before === null ? 0 : Math.max(0, now - before.at);
  const full = before === null ? perMinute : Math.min(perMinute, before.left + passed * perMs);
  const allowed = full >= 1;
  const left = allowed ? full - 1 : full;
  return {
    allowance: { left, at: now },
    allowed,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((perMinute - left) / perMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - full) / perMs / 1000)),
  };
};
