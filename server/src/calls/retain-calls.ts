// Deletes call records by age, per customer.
import type { Db } from '../platform/db/connect.ts';
import { dropOldCalls, dropOldSpans, keepingFor } from './retention-queries.ts';

const AT_ONCE = 2000;
/** Maximum batches per customer and run. The next run continues. */
const LOTS = 50;

/** Returns the number of deleted calls. A failure for one customer goes to `onError` and does not stop the others. */
export const deleteOldCalls = async (db: Db, now: number, onError: (error: unknown) => void): Promise<number> => {
  let gone = 0;
  await dropOldSpans(db, new Date(now));
  for (const keeping of await keepingFor(db, new Date(now))) {
    try {
      for (let lot = 0; lot < LOTS; lot += 1) {
        const dropped = await dropOldCalls(db, keeping, AT_ONCE);
        gone += dropped;
        if (dropped < AT_ONCE) break;
      }
    } catch (error) {
      onError(error);
    }
  }
  return gone;
};
