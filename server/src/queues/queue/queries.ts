import type { z } from 'zod';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import type { Db } from '../../platform/db/connect.ts';
import { destinationOf, refuseTakenExtension } from '../../routing/destination-queries.ts';
import type { Place } from '../../routing/destination-queries.ts';
import { refuseUnknownSounds } from '../../routing/known-sounds.ts';
import { newId } from '../../platform/db/new-id.ts';
import { refuseOtherServer, serverFor } from '../../pbx/placement-queries.ts';
import { refuseOverLimit } from '../../customers/limit-queries.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

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

export type QueueRow = RowFrom<typeof select>;

const DESTINATIONS = ['timeoutDestination', 'fullDestination', 'exitDestination', 'closedDestination'] as const;

const SOUNDS = ['agentAnnouncement', 'periodicAnnouncement', 'recordingAnnouncement', 'musicClass'] as const;

/** Converts JSON values to text for storage. `undefined` stays `undefined`. */
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

/** A call center outside the caller's scope is treated as unknown. */
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
  const isTeams = seesWholeCustomer(caller.reach) || caller.callcenterIds.includes(id);
  if (row === undefined || !isTeams || !reaches(caller, row.customerId)) {
    throw new Refusal('not-found', { errors: [{ path: 'callcenterId', code: 'unknown' }] });
  }
  return row;
};

const checkServer = async (tx: Db, id: number): Promise<void> => {
  const row = await tx.selectFrom('endpoints').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] });
};

/** Stored figures remain with the queue that had the name when they were recorded. */
const refuseMovedAway = async (tx: Db, serverId: number, name: string): Promise<void> => {
  const row = await tx
    .selectFrom('queuePlaces')
    .select('queueId')
    .where('serverId', '=', serverId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (row !== undefined) throw new Refusal('conflict', { errors: [{ path: 'name', code: 'moved-away' }] });
};

/** The customer of a queue cannot change. Delete the queue and assign it to the other customer, so that no history is transferred. */
const callcenterOfSameCustomer = async (tx: Db, caller: Caller, before: QueueRow, id: string): Promise<void> => {
  const callcenter = await callcenterIn(tx, caller, id);
  if (callcenter.customerId !== before.customerId) {
    throw new Refusal('invalid', { errors: [{ path: 'callcenterId', code: 'other-customer' }] });
  }
};

/** On a provisioned server, an unknown queue is created. An existing one is only assigned. */
const isToBeMade = async (tx: Db, serverId: number, name: string, queuesOf: QueuesOf): Promise<boolean> => {
  const row = await tx.selectFrom('provisioning').select('enabled').where('serverId', '=', serverId).executeTakeFirst();
  return row?.enabled === true && !queuesOf(serverId).includes(name);
};

/** Returns the names of the queues on a PBX server. */
type QueuesOf = (serverId: number) => readonly string[];

export const queueStore = (db: Db, queuesOf: QueuesOf = () => []) =>
  createResourceStore(db, queues, {
    select,
    changed: markOwn('queue'),
    moved: markMoved,
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
      await refuseTakenExtension(tx, before, values.extension, before.id);
      return raiseVersion(tx, queues, before, await stored(tx, before, values));
    },
    canReplace: () => Promise.resolve(),
    restored: (tx, row) => refuseTakenExtension(tx, row, row.extension, row.id),
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('queues').where('id', '=', before.id).execute();
    },
  });
