import type { Origin } from '../http/context.ts';
import type { Deps } from '../http/deps.ts';
import { Refusal } from '../http/errors.ts';
import { beginAttempt } from './lockout-queries.ts';

/** Throws `locked-out` with Retry-After while the name or the address has failed too often. */
export const beginOrRefuse = async (deps: Deps, name: string, origin: Origin): Promise<void> => {
  const wait = await beginAttempt(deps.db, name, origin.ip, new Date(deps.now()));
  if (wait !== null) throw new Refusal('locked-out', { retryAfterSeconds: wait });
};
