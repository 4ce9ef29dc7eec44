import type { z } from 'zod';
import { queues } from '@ringside/core/contract/queues.ts';
import type { Db } from '../../db/connect.ts';
import { destinationOf, refuseTakenExtension } from '../../db/destination-of.ts';
import type { Place } from '../../db/destination-of.ts';
import { refuseUnknownSounds } from '../../db/known-sounds.ts';
import { newId } from '../../db/new-id.ts';
import { refuseOtherServer, serverFor } from '../../db/server-for.ts';
import { refuseOverLimit } from '../../db/refuse-over-limit.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';

const select = (db: Db) =>
  db
    .selectFrom('queues as q')
    .innerJoin('customers as c', 'c.id', 'q.customerId')
    .innerJoin('callcenters as cc', 'cc.id', 'q.callcenterId')
    .innerJoin('endpoints as e', 'e.id', 'q.serverId')
    .select(['q.id', 'q.customerId', 'c.name as customerName', 'q.callcenterId', 'cc.name as callcenterName'])
    .select(['q.serverId', 'e.name as serverName', 'q.name', 'q.label', 'q.createdAt', 'q.updatedAt', 'q.version'])
    .select(['q.managed', 'q.extension', 'q.strategy', 'q.ringSeconds', 'q.retrySeconds', 'q.wrapupSeconds'])
    .select(['q.maxCallers', 'q.weight', 'q.serviceLevelSeconds', 'q.ringInUse', 'q.maxWaitSeconds'])
    .select(['q.autofill', 'q.joinEmpty', 'q.leaveEmpty', 'q.timeoutRestart', 'q.timeoutPriority'])
    .select(['q.autopause', 'q.autopauseDelaySeconds', 'q.autopauseBusy', 'q.autopauseUnavailable'])
    .select(['q.memberDelaySeconds', 'q.reportHoldTime', 'q.penaltyMembersLimit', 'q.agentAnnouncement'])
    .select(['q.musicClass', 'q.periodicAnnouncement', 'q.periodicSeconds', 'q.announceSeconds'])
    .select(['q.announceMinimumSeconds', 'q.announcePosition', 'q.announcePositionLimit', 'q.announceHoldTime'])
    .select(['q.announceToFirst', 'q.announceRoundSeconds', 'q.logHiddenNumbers', 'q.exitKey'])
    .select(['q.recording', 'q.recordingAnnouncement', 'q.penaltySteps'])
    .select(['q.timeoutDestination', 'q.fullDestination', 'q.exitDestination', 'q.closedDestination']);

const DESTINATIONS = ['timeoutDestination', 'fullDestination', 'exitDestination', 'closedDestination'] as const;

const SOUNDS = ['agentAnnouncement', 'periodicAnnouncement', 'recordingAnnouncement', 'musicClass'] as const;

/** What is kept as JSON, as text; `undefined` stays what it is. */
const stored = async <V extends QueueJson & QueueSounds>(tx: Db, place: Place, values: V): Promise<Stored<V>> => {
  const kept: Record<string, string | null | undefined> = {};
  for (const field of DESTINATIONS) {
    const value = values[field];
    kept[field] = value ? JSON.stringify(await destinationOf(tx, place, field, value)) : value;
  }
  await refuseUnknownSounds(tx, place.customerId, Object.fromEntries(SOUNDS.map((field) => [field, values[field]])));
  for (const field of ['joinEmpty', 'leaveEmpty'] as const) {
    const value = values[field];
    kept[field] = value === undefined ? undefined : JSON.stringify([...new Set(value)]);
  }
  const { penaltySteps } = values;
  kept['penaltySteps'] = penaltySteps === undefined ? undefined : JSON.stringify(penaltySteps);
  return { ...values, ...kept } as Stored<V>;
};

type Change = z.output<typeof queues.update>;
type QueueJson = Partial<Pick<Change, 'joinEmpty' | 'leaveEmpty' | 'penaltySteps' | (typeof DESTINATIONS)[number]>>;
type QueueSounds = Partial<Pick<Change, (typeof SOUNDS)[number]>>;
type Stored<V> = Omit<V, keyof QueueJson> & {
  readonly joinEmpty: string | undefined;
  readonly leaveEmpty: string | undefined;
  readonly penaltySteps: string | undefined;
} & Readonly<Record<(typeof DESTINATIONS)[number], string | null | undefined>>;

/** A call center of another customer is as unknown as one that never was. */
export const callcenterIn = async (
  tx: Db,
  caller: Caller,
  id: string,
): Promise<{ id: string; customerId: string; wrapupSeconds: number; defaultServerId: number | null }> => {
  const row = await tx
    .selectFrom('callcenters')
    .select(['id', 'customerId', 'wrapupSeconds', 'defaultServerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  const foreign = !reaches(caller, row?.customerId);
  if (row === undefined || foreign) {
    throw new Refusal('not-found', { errors: [{ path: 'callcenterId', code: 'unknown' }] });
  }
  return row;
};

const checkServer = async (tx: Db, id: number): Promise<void> => {
  const row = await tx.selectFrom('endpoints').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] });
};

/** What was counted under a name of a PBX stays that queue's. */
const refuseMovedAway = async (tx: Db, serverId: number, name: string): Promise<void> => {
  const row = await tx
    .selectFrom('queuePlaces')
    .select('queueId')
    .where('serverId', '=', serverId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (row !== undefined) throw new Refusal('conflict', { errors: [{ path: 'name', code: 'moved-away' }] });
};

/** A queue stays with its customer: between customers it is deleted and claimed again, so nothing of the past crosses. */
const callcenterOfSameCustomer = async (tx: Db, caller: Caller, before: StoredRow, id: string): Promise<void> => {
  const callcenter = await callcenterIn(tx, caller, id);
  if (callcenter.customerId !== before['customerId']) {
    throw new Refusal('invalid', { errors: [{ path: 'callcenterId', code: 'other-customer' }] });
  }
};

/** Where the console configures the server, a queue that is not there is to be made; one that is there is claimed. */
const isToBeMade = async (tx: Db, serverId: number, name: string, queuesOf: QueuesOf): Promise<boolean> => {
  const row = await tx.selectFrom('provisioning').select('enabled').where('serverId', '=', serverId).executeTakeFirst();
  return row?.enabled === true && !queuesOf(serverId).includes(name);
};

/** Names of the queues that a PBX has now. */
type QueuesOf = (serverId: number) => readonly string[];

export const queueStore = (db: Db, queuesOf: QueuesOf = () => []): ResourceStore =>
  createResourceStore(db, queues, {
    select,
    scope: { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'name' },
    unique: { queues_name_key: 'name' },
    create: async (tx, caller, values) => {
      const callcenter = await callcenterIn(tx, caller, values.callcenterId);
      if (values.customerId !== undefined && values.customerId !== callcenter.customerId) {
        throw new Refusal('invalid', { errors: [{ path: 'callcenterId', code: 'other-customer' }] });
      }
      const named = values.serverId ?? callcenter.defaultServerId;
      const serverId = named ?? (await serverFor(tx, caller, callcenter.customerId, undefined));
      await checkServer(tx, serverId);
      await refuseOtherServer(tx, callcenter.customerId, serverId);
      await refuseMovedAway(tx, serverId, values.name);
      await refuseOverLimit(tx, 'queues', callcenter.customerId);
      const id = newId();
      const place = { customerId: callcenter.customerId, serverId };
      await refuseTakenExtension(tx, place, values.extension, id);
      await tx
        .insertInto('queues')
        .values({
          ...(await stored(tx, place, values)),
          id,
          ...place,
          wrapupSeconds: values.wrapupSeconds ?? callcenter.wrapupSeconds,
          managed: values.managed ?? (await isToBeMade(tx, serverId, values.name, queuesOf)),
        })
        .execute();
      return id;
    },
    update: async (tx, caller, before, values) => {
      if (values.callcenterId !== undefined) await callcenterOfSameCustomer(tx, caller, before, values.callcenterId);
      const place = { customerId: String(before['customerId']), serverId: Number(before['serverId']) };
      await refuseTakenExtension(tx, place, values.extension, String(before.id));
      return raiseVersion(tx, 'queues', before, await stored(tx, place, values));
    },
    mayInherit: () => Promise.resolve(),
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('queues').where('id', '=', String(before.id)).execute();
    },
  });
