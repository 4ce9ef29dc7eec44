// Enforces callers' rate limits and audits refused calls.
import { takeOne } from '@ringside/core/access/allowance.ts';
import type { Allowance, Verdict } from '@ringside/core/access/allowance.ts';
import { writeAudit } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../caller/caller.ts';

export interface Gate {
  /** Counts one call of `key`. Returns `null` if no limit applies. */
  take(key: string, perMinute: number): Verdict | null;
  /** Audits a call that was refused for a missing ability, at most once per minute for the same caller and call. */
  denied(caller: Caller, fact: Denial): Promise<void>;
  /** Reports that an API key reached its rate limit, at most once per hour and key. */
  limited(caller: Caller): void;
  /** Calls per minute of a session or address. 0: no limit. */
  readonly perMinute: number;
}

interface Denial {
  readonly resource: string;
  /** Method and route, such as `DELETE /users/:id`. */
  readonly call: string;
  readonly reason: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Above this number of entries, full buckets and expired entries are deleted. */
const MOST_KEPT = 20_000;

/** Returns a function that reports whether a key was seen in the last `forMs`. Deletes older entries when there are many. */
const createRecent = (now: () => number, forMs: number): ((key: string) => boolean) => {
  const seen = new Map<string, number>();
  return (key) => {
    const at = now();
    if (at - (seen.get(key) ?? -Infinity) < forMs) return true;
    if (seen.size > MOST_KEPT) for (const [k, t] of seen) if (at - t >= forMs) seen.delete(k);
    if (seen.size <= MOST_KEPT) seen.set(key, at);
    return false;
  };
};

export const createGate = (
  db: Db,
  perMinute: number,
  now: () => number,
  onLimited: (caller: Caller) => void = () => undefined,
): Gate => {
  const allowances = new Map<string, Allowance>();
  const recently = createRecent(now, MINUTE);
  const wasNotified = createRecent(now, HOUR);
  return {
    perMinute,
    take: (key, limit) => {
      if (limit === 0) return null;
      // A bucket is full again after one minute without calls.
      if (allowances.size > MOST_KEPT) {
        for (const [k, a] of allowances) if (now() - a.at >= MINUTE) allowances.delete(k);
      }
      const verdict = takeOne(allowances.get(key) ?? null, limit, now());
      allowances.set(key, verdict.allowance);
      return verdict;
    },
    limited: (caller) => {
      if (caller.apiKey && !wasNotified(caller.sessionId)) onLimited(caller);
    },
    denied: async (caller, { resource, call, reason }) => {
      if (recently(`${caller.sessionId} ${call} ${reason}`)) return;
      await writeAudit(db, caller, {
        customerId: caller.customerId,
        action: 'denied',
        resource,
        // The ID in the request may be invented or belong to another customer.
        resourceId: null,
        resourceName: call,
        before: null,
        after: { reason },
      });
    },
  };
};
