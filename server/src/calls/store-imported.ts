// Imports legs from a file in bulk. Most belong to new calls, which need no comparison with stored rows and are rated while they are
// written, so that no row is written twice.
import { newId } from '../platform/db/new-id.ts';
import type { Db } from '../platform/db/connect.ts';
import { ownerOf, readAnew, storeLegs } from './conclude.ts';
import type { CallOwners, Concluded } from './conclude.ts';
import { linksIn, linksOf } from './link-queries.ts';
import { addCalls, addLegs, callsWithNewLegs, knownCalls, storedOwners } from './queries.ts';
import type { NewCall, ServerLeg } from './queries.ts';

/** Writes the prices of calls that were just stored. */
export type PriceCalls = (tx: Db, calls: readonly NewCall[]) => Promise<void>;

const NOTHING: Concluded = { newLegs: 0, calls: 0 };

const legKey = (leg: ServerLeg): string => `${leg.linkedid}\n${leg.uniqueid}\n${leg.sequence}`;

/** Synchronizes one part of a file with its neighbors. The next part starts before this one ends. */
interface Turn {
  /** Resolves when the previous part has started, and has ended, its transaction. */
  readonly before: { readonly begun: Promise<void>; readonly over: Promise<void> };
  readonly begun: () => void;
  readonly over: () => void;
}

/** Stores new calls in one transaction. Returns `null` if that failed; then nothing was written. */
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
  // Waits until the previous part has its connection. With a single connection, the parts would otherwise deadlock.
  await turn.before.begun;
  try {
    return await db.transaction().execute(async (tx) => {
      turn.begun();
      await addLegs(tx, legs);
      const records = await readAnew(tx, owners, serverId, [...byCall.keys()], byCall);
      const ratingDue = price === undefined;
      const calls = records.map((call): NewCall => ({ ...call, id: newId(), ratingDue }));
      await addCalls(tx, calls);
      // Rates in file order, because included minutes are used up in order of time.
      await turn.before.over;
      await price?.(tx, calls);
      return { newLegs: legs.length, calls: calls.length };
    });
  } catch {
    // A leg arrived live between the read and the write, or rating failed. The slow path handles both.
    return null;
  }
};

/** Returns calls that would not change: each leg is stored and the owner is the same. */
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

/** Returns calls that are connected with others. They are built together, even if the other call is in another part of the file. */
const joinedCalls = async (db: Db, serverId: number, legs: readonly ServerLeg[]): Promise<ReadonlySet<string>> => {
  const byCall = Map.groupBy(legs, (leg) => leg.linkedid);
  const links = [...(await linksIn(db, serverId, byCall)), ...(await linksOf(db, serverId, [...byCall.keys()]))];
  return new Set(links.flatMap(({ linkedid, origin }) => [linkedid, origin]));
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
  const known = new Set(await knownCalls(db, serverId, [...new Set(legs.map((leg) => leg.linkedid))]));
  for (const linkedid of await joinedCalls(db, serverId, legs)) known.add(linkedid);
  const fresh = [...new Map(legs.flatMap((leg) => (known.has(leg.linkedid) ? [] : [[legKey(leg), leg]]))).values()];
  const stored = fresh.length === 0 ? NOTHING : await storeNew(db, owners, serverId, fresh, price, turn);
  // Release the turn: the slow path leaves rating for later, so the next batch need not wait.
  turn.over();
  const looked = legs.filter((leg) => known.has(leg.linkedid));
  const same = looked.length === 0 ? new Set<string>() : await asStored(db, owners, serverId, looked);
  const left = (stored === null ? legs : looked).filter((leg) => !same.has(leg.linkedid));
  if (left.length === 0) return stored ?? NOTHING;
  const careful = await storeLegs(db, owners, left);
  return { newLegs: careful.newLegs + (stored?.newLegs ?? 0), calls: careful.calls + (stored?.calls ?? 0) };
};

interface ImportWriter {
  /** Adds legs of one PBX. Resolves when the next part may be added, before this one is stored. Rejects with a database error. */
  add(legs: readonly ServerLeg[]): Promise<void>;
  /** Resolves when everything is stored. */
  end(): Promise<void>;
  stored(): Concluded;
}

/**
 * Creates a writer. Without `price`, new calls wait for rating. Unchanged calls are skipped, so that repeated imports are fast.
 * Two parts are processed concurrently: while one is rated, the legs of the next are stored.
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
      // Parts that share a call are never processed concurrently.
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
      // Errors surface through the awaited promise.
      done.catch(() => undefined);
      parts.push({ linkedids, done });
      before = { begun: begun.promise, over: over.promise };
    },
    end: () => wait(0),
    stored: () => stored,
  };
};
