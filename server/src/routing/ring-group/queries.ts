import { sql } from 'kysely';
import { ringGroups } from '@ringside/core/contract/routing/ring-group.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { destinationOf, refuseTakenExtension } from '../destination-queries.ts';
import type { Place } from '../destination-queries.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { serverFor } from '../../pbx/placement-queries.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

const select = (db: Db) =>
  db
    .selectFrom('ringGroups as g')
    .innerJoin('customers as c', 'c.id', 'g.customerId')
    .innerJoin('endpoints as e', 'e.id', 'g.serverId')
    .select(['g.id', 'g.customerId', 'c.name as customerName', 'g.serverId', 'e.name as serverName', 'g.name'])
    .select(['g.extension', 'g.strategy', 'g.ringSeconds', 'g.fallback', 'g.createdAt', 'g.updatedAt', 'g.version'])
    .select([
      sql<string>`destination_name(g.fallback)`.as('fallbackName'),
      sql<string[]>`coalesce((select jsonb_agg(m.subscriber_id order by m.position) from ring_group_members m
        where m.group_id = g.id), '[]')`.as('memberIds'),
      sql<string>`coalesce((select string_agg(s.extension || ' ' || s.name, ', ' order by m.position)
        from ring_group_members m join subscribers s on s.id = m.subscriber_id where m.group_id = g.id), '')`.as(
        'memberNames',
      ),
    ]);

const setMembers = async (tx: Db, groupId: string, place: Place, ids: readonly string[]): Promise<void> => {
  const subscriberIds = [...new Set(ids)];
  const found =
    subscriberIds.length === 0
      ? []
      : await tx
          .selectFrom('subscribers')
          .select(['id', 'serverId'])
          .where('id', 'in', subscriberIds)
          .where('customerId', '=', place.customerId)
          .execute();
  if (found.length < subscriberIds.length) {
    throw new Refusal('not-found', { errors: [{ path: 'memberIds', code: 'unknown' }] });
  }
  if (found.some(({ serverId }) => serverId !== place.serverId)) {
    throw new Refusal('invalid', { errors: [{ path: 'memberIds', code: 'other-server' }] });
  }
  await tx.deleteFrom('ringGroupMembers').where('groupId', '=', groupId).execute();
  if (subscriberIds.length === 0) return;
  const rows = subscriberIds.map((subscriberId, position) => ({ groupId, subscriberId, position }));
  await tx.insertInto('ringGroupMembers').values(rows).execute();
};

export const ringGroupStore = (db: Db) =>
  createResourceStore(db, ringGroups, {
    select,
    changed: markOwn('ringgroup'),
    moved: markMoved,
    scope: { customer: 'customerId', server: 'serverId' },
    unique: { ring_groups_name_key: 'name', ring_groups_extension_key: 'extension' },
    create: async (tx, caller, { memberIds, fallback, ...values }) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const place = { customerId: customer.id, serverId: await serverFor(tx, caller, customer.id, values.serverId) };
      const id = newId();
      await refuseTakenExtension(tx, place, values.extension, id);
      const kept = JSON.stringify(await destinationOf(tx, place, 'fallback', fallback));
      await tx
        .insertInto('ringGroups')
        .values({ ...values, ...place, id, fallback: kept })
        .execute();
      await setMembers(tx, id, place, memberIds);
      return id;
    },
    update: async (tx, _caller, before, { memberIds, fallback, ...values }) => {
      const id = before.id;
      await refuseTakenExtension(tx, before, values.extension, id);
      const kept = fallback === undefined ? undefined : await destinationOf(tx, before, 'fallback', fallback);
      const changed = await raiseVersion(tx, ringGroups, before, {
        ...values,
        fallback: kept === undefined ? undefined : JSON.stringify(kept),
      });
      if (changed && memberIds !== undefined) await setMembers(tx, id, before, memberIds);
      return changed;
    },
    canReplace: () => Promise.resolve(),
    restored: (tx, row) => refuseTakenExtension(tx, row, row.extension, row.id),
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('ringGroups').where('id', '=', before.id).execute();
    },
  });
