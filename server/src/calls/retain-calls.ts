// Deletes records of calls by their age, customer by customer.
import type { Db } from '../db/connect.ts';
import { dropOldCalls, dropOldSpans, keepingFor } from './retention-queries.ts';

const AT_ONCE = 2000;
/** Of one customer in one run; the rest in the next one. */
const LOTS = 50;

/** Returns how many went. One customer's failure is told and keeps nobody else's records. */
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
