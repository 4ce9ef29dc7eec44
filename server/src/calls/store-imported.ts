// Legs out of a file, of which most are of calls that nobody ever stored: these need no comparison with what there is, and
// are priced as they are written, so that no row of them is written twice.
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/connect.ts';
import { readAnew, storeLegs } from './conclude.ts';
import type { CallOwners, Concluded } from './conclude.ts';
import { addCalls, addLegs, knownCalls } from './queries.ts';
import type { NewCall, ServerLeg } from './queries.ts';

/** Writes the prices of calls that were just stored. */
export type PriceCalls = (tx: Db, calls: readonly NewCall[]) => Promise<void>;

const legKey = (leg: ServerLeg): string => `${leg.linkedid}\n${leg.uniqueid}\n${leg.sequence}`;

/** Null when not all of it could be written; then nothing was. */
const storeNew = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  legs: readonly ServerLeg[],
  price: PriceCalls | undefined,
): Promise<Concluded | null> => {
  const byCall = Map.groupBy(
    legs.toSorted((a, b) => a.startAt - b.startAt || a.sequence - b.sequence),
    (leg) => leg.linkedid,
  );
  try {
    return await db.transaction().execute(async (tx) => {
      await addLegs(tx, legs);
      const records = await readAnew(tx, owners, serverId, [...byCall.keys()], byCall);
      const ratingDue = price === undefined;
      const calls = records.map((call): NewCall => ({ ...call, id: newId(), ratingDue }));
      await addCalls(tx, calls);
      await price?.(tx, calls);
      return { newLegs: legs.length, calls: calls.length };
    });
  } catch {
    // A leg came live between the look and the writing, or a price failed: the careful way tells of it, or does without.
    return null;
  }
};

/** All of one PBX. `price`: absent, the new calls wait for their prices. Rejects with what the database said. */
export const storeImported = async (
  db: Db,
  owners: CallOwners,
  legs: readonly ServerLeg[],
  price?: PriceCalls,
): Promise<Concluded> => {
  const serverId = legs[0]?.serverId;
  if (serverId === undefined) return { newLegs: 0, calls: 0 };
  const known = await knownCalls(db, serverId, [...new Set(legs.map((leg) => leg.linkedid))]);
  const fresh = [...new Map(legs.flatMap((leg) => (known.has(leg.linkedid) ? [] : [[legKey(leg), leg]]))).values()];
  const stored = fresh.length === 0 ? { newLegs: 0, calls: 0 } : await storeNew(db, owners, serverId, fresh, price);
  const left = stored === null ? legs : legs.filter((leg) => known.has(leg.linkedid));
  if (left.length === 0) return stored ?? { newLegs: 0, calls: 0 };
  const careful = await storeLegs(db, owners, left);
  return { newLegs: careful.newLegs + (stored?.newLegs ?? 0), calls: careful.calls + (stored?.calls ?? 0) };
};
