// Before a call is heard: how many calls a minute each caller may make, and a line in the audit trail for who is turned away.
import { takeOne } from '@ringside/core/access/allowance.ts';
import type { Allowance, Verdict } from '@ringside/core/access/allowance.ts';
import { writeAudit } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from './context.ts';

export interface Gate {
  /** Takes one call of whoever `key` stands for; null: without a limit. */
  take(key: string, perMinute: number): Verdict | null;
  /** A caller was refused for his rights. At most one entry a minute for the same caller and call. */
  denied(caller: Caller, fact: Denial): Promise<void>;
  /** A key used up its minute. Told at most once an hour for the same key. */
  limited(caller: Caller): void;
  /** Calls a minute of a session or an address; 0: no limit. */
  readonly perMinute: number;
}

export interface Denial {
  readonly resource: string;
  /** `DELETE /users/:id` */
  readonly call: string;
  readonly reason: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Above that, what is full again is forgotten. */
const MOST_KEPT = 20_000;

/** Entries younger than `forMs`; older ones go when there are many. */
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
  tellLimited: (caller: Caller) => void = () => undefined,
): Gate => {
  const allowances = new Map<string, Allowance>();
  const recently = createRecent(now, MINUTE);
  const toldOf = createRecent(now, HOUR);
  return {
    perMinute,
    take: (key, limit) => {
      if (limit === 0) return null;
      // A minute without a call fills every bucket.
      if (allowances.size > MOST_KEPT) {
        for (const [k, a] of allowances) if (now() - a.at >= MINUTE) allowances.delete(k);
      }
      const verdict = takeOne(allowances.get(key) ?? null, limit, now());
      allowances.set(key, verdict.allowance);
      return verdict;
    },
    limited: (caller) => {
      if (caller.apiKey && !toldOf(caller.sessionId)) tellLimited(caller);
    },
    denied: async (caller, { resource, call, reason }) => {
      if (recently(`${caller.sessionId} ${call} ${reason}`)) return;
      await writeAudit(db, caller, {
        customerId: caller.customerId,
        action: 'denied',
        resource,
        // An id that the caller made up is nobody's row, or another's.
        resourceId: null,
        resourceName: call,
        before: null,
        after: { reason },
      });
    },
  };
};
