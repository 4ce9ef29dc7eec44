// A token bucket: a number of requests per minute, with a burst of the same number. Pure: the caller passes the time.

export interface Allowance {
  /** Remaining requests, including a fraction of the next one. */
  readonly left: number;
  /** Time of `left`, epoch milliseconds. */
  readonly at: number;
}

export interface Verdict {
  readonly allowance: Allowance;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the bucket is full. */
  readonly resetSeconds: number;
  /** Whole seconds until the next request is allowed, 0 if it is now. */
  readonly retryAfterSeconds: number;
}

/** Takes one request from an allowance of `perMinute`. `before` is `null` for the first request. */
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
