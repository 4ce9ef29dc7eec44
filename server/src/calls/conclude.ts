// Stores legs and rebuilds their calls from all known legs, so that late and repeated legs are harmless.
import type { CallOwnership } from '@ringside/core/calls/call-parties.ts';
import { callRecordsOf } from '@ringside/core/calls/call-record.ts';
import { deviceOfChannel } from '@ringside/core/calls/channel-names.ts';
import type { Leg } from '@ringside/core/asterisk/leg.ts';
import type { Owner } from '@ringside/core/live/state.ts';
import type { Db } from '../platform/db/connect.ts';
import { addLinks, linksIn, linksOf, partnersBy } from './link-queries.ts';
import type { CallLink } from './link-queries.ts';
import { dropParties, insertLegs, legsOf, madeByEarlierRules, staysOf, upsertCalls, withOtherLegs } from './queries.ts';
import type { OwnedCall, ServerLeg } from './queries.ts';

/** Looks up the owners of PBX objects. Implemented by `server/live/owners.ts`. */
export interface CallOwners {
  ofQueue(serverId: number, queue: string): Owner;
  ofDevice(serverId: number, device: string): Owner;
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

/** Returns the owner of a call, by its queue, otherwise by its legs. */
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
    const owner = owners.ofDevice(serverId, deviceOfChannel(leg.destinationChannel));
    if (owner.customerId !== null) return owner;
  }
  return { customerId: null, callcenterId: null };
};

/** Adapts the ownership lookup for the calls of one PBX server. */
const ownershipOn = (owners: CallOwners, serverId: number): CallOwnership => {
  const ofDevice = (device: string): string | null => owners.ofDevice(serverId, device).customerId;
  return {
    ofDevice,
    ofTenant: (accountCode) =>
      accountCode === ''
        ? null
        : owners.ofChannel(serverId, { tenantId: '', accountCode, context: '', channel: '' }).customerId,
    ofLeg: (leg) => owners.ofChannel(serverId, leg).customerId,
    ofQueue: (queue) => owners.ofQueue(serverId, queue).customerId,
    // A device named after an extension or owned by a customer is a phone. Other devices are trunks.
    isLine: (device) => BARE_EXTENSION.test(device) || ofDevice(device) !== null,
  };
};

/**
 * Builds the records of calls from their legs and queue visits. `known`: all legs of these calls, in order. `links`: connections
 * to other calls, none if omitted.
 */
export const readAnew = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  linkedids: readonly string[],
  known: ReadonlyMap<string, readonly ServerLeg[]> = new Map(),
  links: readonly CallLink[] = [],
): Promise<OwnedCall[]> => {
  if (linkedids.length === 0) return [];
  const partners = partnersBy(links);
  const needed = new Set([...linkedids, ...linkedids.flatMap((linkedid) => [...(partners.get(linkedid) ?? [])])]);
  const asked = [...needed].filter((linkedid) => !known.has(linkedid));
  const stored = asked.length === 0 ? [] : await legsOf(db, serverId, asked);
  const legs = new Map([...known, ...Map.groupBy(stored, (leg) => leg.linkedid)]);
  if (legs.size === 0) return [];
  const stays = await staysOf(db, serverId, linkedids);
  const who = ownershipOn(owners, serverId);
  const calls: OwnedCall[] = [];
  for (const linkedid of new Set(linkedids)) {
    const of = legs.get(linkedid);
    if (of === undefined) continue;
    const joined = [...(partners.get(linkedid) ?? [])].flatMap((other) => legs.get(other) ?? []);
    for (const record of callRecordsOf(of, stays.get(linkedid) ?? [], who, joined)) {
      const own = record.party === '';
      const owner = own
        ? ownerOf(owners, serverId, record.queue, of)
        : {
            customerId: record.party,
            callcenterId: record.queue === null ? null : owners.ofQueue(serverId, record.queue).callcenterId,
          };
      calls.push({ ...record, serverId, owner });
    }
  }
  return calls;
};

/**
 * Stores the records of calls and returns their number. A record made by earlier rules keeps its values, and with them its price,
 * until a leg is added.
 */
export const concludeCalls = async (
  db: Db,
  owners: CallOwners,
  serverId: number,
  linkedids: readonly string[],
  known?: ReadonlyMap<string, readonly ServerLeg[]>,
): Promise<number> => {
  const links = await linksOf(db, serverId, linkedids);
  const partners = partnersBy(links);
  const all = [...new Set([...linkedids, ...linkedids.flatMap((linkedid) => [...(partners.get(linkedid) ?? [])])])];
  const further = all.length === linkedids.length ? [] : await linksOf(db, serverId, all);
  const calls = await readAnew(db, owners, serverId, all, known, [...links, ...further]);
  const earlier = await madeByEarlierRules(db, serverId, all);
  const unchanged = new Set(
    calls.flatMap(({ linkedid, party, legs }) => (party === '' && earlier.get(linkedid) === legs ? [linkedid] : [])),
  );
  const stored = calls.filter(({ linkedid, party }) => party === '' || !unchanged.has(linkedid));
  await upsertCalls(db, stored);
  await dropParties(db, serverId, all, stored);
  return stored.length;
};

export interface Concluded {
  /** Number of legs that were not stored before. */
  readonly newLegs: number;
  readonly calls: number;
}

/** Returns new calls whose legs are all part of this batch, with the legs in order, so that they need not be read. */
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

/** Stores legs and their calls in one transaction. Rejects with the database error. */
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
      await addLinks(tx, serverId, await linksIn(tx, serverId, byCall));
      const known = await whollyNew(tx, serverId, byCall, counts);
      calls += await concludeCalls(tx, owners, serverId, [...byCall.keys()], known);
    }
    return { newLegs, calls };
  });
