// Legs out of a file, of which most are of calls that nobody ever stored: these need no comparison with what there is, and
// are priced as they are written, so that no row of them is written twice.
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/connect.ts';
import { ownerOf, readAnew, storeLegs } from './conclude.ts';
import type { CallOwners, Concluded } from './conclude.ts';
import { addCalls, addLegs, callsWithNewLegs, knownCalls, storedOwners } from './queries.ts';
import type { NewCall, ServerLeg } from './queries.ts';

/** Writes the prices of calls that were just stored. */
export type PriceCalls = (tx: Db, calls: readonly NewCall[]) => Promise<void>;

const NOTHING: Concluded = { newLegs: 0, calls: 0 };

const legKey = (leg: ServerLeg): string => `${leg.linkedid}\n${leg.uniqueid}\n${leg.sequence}`;

/** One part of a file among the parts around it, of which the next begins before this one has ended. */
interface Turn {
  /** Of the part before: it has its transaction; that transaction is over. */
  readonly before: { readonly begun: Promise<void>; readonly over: Promise<void> };
  readonly begun: () => void;
  readonly over: () => void;
}

/** Null when not all of it could be written; then nothing was. */
const storeNew = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  legs: readonly ServerLeg[],
  price: PriceCalls | undefined,
  turn: Turn,
): Promise<Concluded | null> => {
  const byCall = Map.groupBy(
    legs.toSorted((a, b) => a.startAt - b.startAt || a.sequence - b.sequence),
    (leg) => leg.linkedid,
  );
  // The part before has its connection by now: where there is only one, nobody waits for what cannot begin.
  await turn.before.begun;
  try {
    return await db.transaction().execute(async (tx) => {
      turn.begun();
      await addLegs(tx, legs);
      const records = await readAnew(tx, owners, serverId, [...byCall.keys()], byCall);
      const ratingDue = price === undefined;
      const calls = records.map((call): NewCall => ({ ...call, id: newId(), ratingDue }));
      await addCalls(tx, calls);
      // Prices are given in the order of the file, because included minutes go to whom they went in time.
      await turn.before.over;
      await price?.(tx, calls);
      return { newLegs: legs.length, calls: calls.length };
    });
  } catch {
    // A leg came live between the look and the writing, or a price failed: the careful way tells of it, or does without.
    return null;
  }
};

/** Those of which nothing would change: each leg is stored, and the call belongs to whom it would belong to now. */
const asStored = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  legs: readonly ServerLeg[],
): Promise<ReadonlySet<string>> => {
  const byCall = Map.groupBy(legs, (leg) => leg.linkedid);
  const changed = await callsWithNewLegs(db, serverId, legs);
  const settled = await storedOwners(db, serverId, [...byCall.keys()]);
  return new Set(
    settled.flatMap(({ linkedid, queue, customerId, callcenterId }) => {
      if (changed.has(linkedid)) return [];
      const now = ownerOf(owners, serverId, queue, byCall.get(linkedid) ?? []);
      return now.customerId === customerId && now.callcenterId === callcenterId ? [linkedid] : [];
    }),
  );
};

const storePart = async (
  db: Db,
  owners: CallOwners,
  legs: readonly ServerLeg[],
  price: PriceCalls | undefined,
  turn: Turn,
): Promise<Concluded> => {
  const serverId = legs[0]?.serverId;
  if (serverId === undefined) return NOTHING;
  const known = await knownCalls(db, serverId, [...new Set(legs.map((leg) => leg.linkedid))]);
  const fresh = [...new Map(legs.flatMap((leg) => (known.has(leg.linkedid) ? [] : [[legKey(leg), leg]]))).values()];
  const stored = fresh.length === 0 ? NOTHING : await storeNew(db, owners, serverId, fresh, price, turn);
  // Whoever comes next need not wait for the careful way: it leaves prices for later.
  turn.over();
  const looked = legs.filter((leg) => known.has(leg.linkedid));
  const same = looked.length === 0 ? new Set<string>() : await asStored(db, owners, serverId, looked);
  const left = (stored === null ? legs : looked).filter((leg) => !same.has(leg.linkedid));
  if (left.length === 0) return stored ?? NOTHING;
  const careful = await storeLegs(db, owners, left);
  return { newLegs: careful.newLegs + (stored?.newLegs ?? 0), calls: careful.calls + (stored?.calls ?? 0) };
};

export interface ImportWriter {
  /** Legs of one PBX. Resolves when the next part may come, which is before this one is stored. Rejects with what the database said. */
  add(legs: readonly ServerLeg[]): Promise<void>;
  /** Resolves when all is stored. */
  end(): Promise<void>;
  stored(): Concluded;
}

/**
 * `price`: absent, the new calls wait for their prices. What is stored as it would be stored now is left as it is, so that a
 * file is soon read again. Two parts are written at a time: while one waits for its prices the legs of the next are stored.
 */
export const createImportWriter = (db: Db, owners: CallOwners, price?: PriceCalls): ImportWriter => {
  let stored = NOTHING;
  let parts: { readonly linkedids: ReadonlySet<string>; readonly done: Promise<void> }[] = [];
  let before: Turn['before'] = { begun: Promise.resolve(), over: Promise.resolve() };
  const wait = async (most: number): Promise<void> => {
    while (parts.length > most) {
      const [first, ...others] = parts;
      parts = others;
      await first?.done;
    }
  };
  return {
    add: async (legs) => {
      const linkedids = new Set(legs.map((leg) => leg.linkedid));
      // Legs of one call are never written by two at a time.
      await wait(parts.some((part) => legs.some((leg) => part.linkedids.has(leg.linkedid))) ? 0 : 1);
      const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const turn: Turn = { before, begun: begun.resolve, over: over.resolve };
      const store = async (): Promise<void> => {
        try {
          const { newLegs, calls } = await storePart(db, owners, legs, price, turn);
          stored = { newLegs: stored.newLegs + newLegs, calls: stored.calls + calls };
        } finally {
          turn.begun();
          turn.over();
        }
      };
      const done = store();
      // Its failure is told where it is waited for.
      done.catch(() => undefined);
      parts.push({ linkedids, done });
      before = { begun: begun.promise, over: over.promise };
    },
    end: () => wait(0),
    stored: () => stored,
  };
};

/** All of one PBX, in one part. */
export const storeImported = async (
  db: Db,
  owners: CallOwners,
  legs: readonly ServerLeg[],
  price?: PriceCalls,
): Promise<Concluded> => {
  const writer = createImportWriter(db, owners, price);
  await writer.add(legs);
  await writer.end();
  return writer.stored();
};
