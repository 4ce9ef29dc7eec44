// Stores legs and concludes their calls anew: from all legs that are known, so that late ones and repeated ones do no harm.
import { callRecordOf, deviceOfChannel } from '@ringside/core/calls/call-record.ts';
import type { Leg } from '@ringside/core/live/leg.ts';
import type { Owner } from '@ringside/core/live/state.ts';
import type { Db } from '../db/connect.ts';
import { insertLegs, legsOf, staysOf, upsertCalls, withOtherLegs } from './queries.ts';
import type { OwnedCall, ServerLeg } from './queries.ts';

/** Who owns what on the PBXs; `server/live/owners.ts` is one. */
export interface CallOwners {
  ofQueue(serverId: number, queue: string): Owner;
  ofDevice(device: string): Owner;
  wrapupOf?(serverId: number, queue: string): number;
  ofChannel(
    serverId: number,
    channel: {
      readonly tenantId: string;
      readonly accountCode: string;
      readonly context: string;
      readonly channel: string;
    },
  ): Owner;
}

const BARE_EXTENSION = /\/\d{2,6}$/;

/** Whose a call is, by its queue, else by its legs. */
export const ownerOf = (owners: CallOwners, serverId: number, queue: string | null, legs: readonly Leg[]): Owner => {
  if (queue !== null) {
    const owner = owners.ofQueue(serverId, queue);
    if (owner.customerId !== null) return owner;
  }
  for (const leg of legs) {
    const owner = owners.ofChannel(serverId, leg);
    if (owner.customerId !== null) return owner;
  }
  for (const leg of legs) {
    const owner = owners.ofDevice(deviceOfChannel(leg.destinationChannel));
    if (owner.customerId !== null) return owner;
  }
  return { customerId: null, callcenterId: null };
};

/** Calls of a server as their legs and stays tell them now, as far as legs are known. `known`: all legs of these calls, in order. */
export const readAnew = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  linkedids: readonly string[],
  known: ReadonlyMap<string, readonly ServerLeg[]> = new Map(),
): Promise<OwnedCall[]> => {
  if (linkedids.length === 0) return [];
  const asked = linkedids.filter((linkedid) => !known.has(linkedid));
  const stored = asked.length === 0 ? [] : await legsOf(db, serverId, asked);
  const legs = new Map([...known, ...Map.groupBy(stored, (leg) => leg.linkedid)]);
  if (legs.size === 0) return [];
  const stays = await staysOf(db, serverId, linkedids);
  // A phone is named after its extension or after its customer; what is neither is a trunk.
  const isOurs = (device: string): boolean =>
    BARE_EXTENSION.test(device) || owners.ofDevice(device).customerId !== null;
  const calls: OwnedCall[] = [];
  for (const [linkedid, of] of legs) {
    const record = callRecordOf(of, stays.get(linkedid) ?? [], isOurs);
    if (record === null) continue;
    calls.push({ ...record, serverId, owner: ownerOf(owners, serverId, record.queue, of) });
  }
  return calls;
};

/** Stores them; how many there are. */
export const concludeCalls = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  linkedids: readonly string[],
  known?: ReadonlyMap<string, readonly ServerLeg[]>,
): Promise<number> => {
  const calls = await readAnew(db, owners, serverId, linkedids, known);
  await upsertCalls(db, calls);
  return calls.length;
};

export interface Concluded {
  /** Legs that were not known before. */
  readonly newLegs: number;
  readonly calls: number;
}

/** Calls all of whose legs were written just now, and nothing was known of before: their legs, in order, need no reading. */
const whollyNew = async (
  db: Db,
  serverId: number,
  legs: ReadonlyMap<string, readonly ServerLeg[]>,
  written: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly ServerLeg[]>> => {
  const all = [...legs].filter(([linkedid, of]) => written.get(linkedid) === of.length);
  const asked = all.map(([linkedid, of]) => ({ linkedid, legs: of.length }));
  const others = await withOtherLegs(db, serverId, asked);
  return new Map(
    all.flatMap(([linkedid, of]) => {
      if (others.has(linkedid)) return [];
      return [[linkedid, of.toSorted((a, b) => a.startAt - b.startAt || a.sequence - b.sequence)]];
    }),
  );
};

/** Rejects with what the database said; then nothing of the batch is half written. */
export const storeLegs = (db: Db, owners: CallOwners, legs: readonly ServerLeg[]): Promise<Concluded> =>
  db.transaction().execute(async (tx) => {
    const written = Map.groupBy(await insertLegs(tx, legs), (leg) => leg.serverId);
    let calls = 0;
    let newLegs = 0;
    for (const [serverId, of] of Map.groupBy(legs, (leg) => leg.serverId)) {
      const byCall = Map.groupBy(of, (leg) => leg.linkedid);
      const counts = new Map<string, number>();
      for (const { linkedid } of written.get(serverId) ?? []) counts.set(linkedid, (counts.get(linkedid) ?? 0) + 1);
      newLegs += written.get(serverId)?.length ?? 0;
      const known = await whollyNew(tx, serverId, byCall, counts);
      calls += await concludeCalls(tx, owners, serverId, [...byCall.keys()], known);
    }
    return { newLegs, calls };
  });
