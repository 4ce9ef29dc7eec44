import type { Origin } from '../caller/caller.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../caller/refusal.ts';
import { beginAttempt } from './lockout-queries.ts';

/** Throws `locked-out` with Retry-After while the username or the address is locked out. */
export const beginOrRefuse = async (
  deps: { readonly db: Db; readonly now: () => number },
  name: string,
  origin: Origin,
): Promise<void> => {
  const wait = await beginAttempt(deps.db, name, origin.ip, new Date(deps.now()));
  if (wait !== null) throw new Refusal('locked-out', { retryAfterSeconds: wait });
};
