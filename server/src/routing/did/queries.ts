import { sql } from 'kysely';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { dids } from '@ringside/core/contract/routing/did.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { destinationOf, e164Of } from '../destination-queries.ts';
import type { Place } from '../destination-queries.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { serverFor } from '../../pbx/placement-queries.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';

const select = (db: Db) =>
  db
    .selectFrom('dids as d')
    .innerJoin('customers as c', 'c.id', 'd.customerId')
    .innerJoin('endpoints as e', 'e.id', 'd.serverId')
    .leftJoin('hours as h', 'h.id', 'd.hoursId')
    .select(['d.id', 'd.customerId', 'c.name as customerName', 'd.serverId', 'e.name as serverName', 'd.number'])
    .select(['d.label', 'd.destination', 'd.hoursId', 'h.name as hoursName', 'd.closedDestination'])
    .select(['d.createdAt', 'd.updatedAt', 'd.version'])
    .select([
      sql<string>`d.destination ->> 'kind'`.as('destinationKind'),
      sql<string>`destination_name(d.destination)`.as('destinationName'),
      sql<string | null>`case when d.closed_destination is not null then destination_name(d.closed_destination) end`.as(
        'closedDestinationName',
      ),
    ]);

export type DidRow = RowFrom<typeof select>;

const HANGUP: Destination = { kind: 'hangup', id: null, number: '' };

/** Requires business hours of the same customer together with a destination for closed times. */
const closedOf = async (
  tx: Db,
  place: Place,
  hoursId: string | null,
  closed: Destination | null,
): Promise<{ readonly hoursId: string | null; readonly closedDestination: string | null }> => {
  if (hoursId === null) {
    if (closed === null) return { hoursId, closedDestination: null };
    throw new Refusal('invalid', { errors: [{ path: 'closedDestination', code: 'needs-hours' }] });
  }
  const row = await tx
    .selectFrom('hours')
    .select('id')
    .where('id', '=', hoursId)
    .where('customerId', '=', place.customerId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'hoursId', code: 'unknown' }] });
  const kept = await destinationOf(tx, place, 'closedDestination', closed ?? HANGUP);
  return { hoursId, closedDestination: JSON.stringify(kept) };
};

export const didStore = (db: Db) =>
  createResourceStore(db, dids, {
    select,
    changed: markOwn('did'),
    scope: { customer: 'customerId', server: 'serverId' },
    unique: { dids_number_key: 'number' },
    create: async (tx, caller, values) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const place = { customerId: customer.id, serverId: await serverFor(tx, caller, customer.id, values.serverId) };
      const id = newId();
      const destination = await destinationOf(tx, place, 'destination', values.destination);
      await tx
        .insertInto('dids')
        .values({
          id,
          ...place,
          number: await e164Of(tx, customer.id, 'number', values.number),
          label: values.label,
          destination: JSON.stringify(destination),
          ...(await closedOf(tx, place, values.hoursId, values.closedDestination)),
        })
        .execute();
      return id;
    },
    update: async (tx, _caller, before, { destination, hoursId, closedDestination, label }) => {
      const kept = destination === undefined ? undefined : await destinationOf(tx, before, 'destination', destination);
      const hours = hoursId === undefined ? before.hoursId : hoursId;
      const was = before.closedDestination;
      // Removing the business hours also removes the destination for closed times.
      const closed = closedDestination === undefined ? (hours === null ? null : was) : closedDestination;
      const touched = hoursId !== undefined || closedDestination !== undefined;
      return raiseVersion(tx, dids, before, {
        label,
        destination: kept === undefined ? undefined : JSON.stringify(kept),
        ...(touched ? await closedOf(tx, before, hours, hours === null && hoursId === null ? null : closed) : {}),
      });
    },
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('dids').where('id', '=', before.id).execute();
    },
  });
