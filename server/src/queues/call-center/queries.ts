import { sql } from 'kysely';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import type { Db } from '../../platform/db/connect.ts';
import { anywhereOf, e164Of } from '../../routing/destination-queries.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { serverFor } from '../../pbx/placement-queries.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markChangedCallcenters } from '../../pbx/provisioning/mark-changes.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

const select = (db: Db) =>
  db
    .selectFrom('callcenters as cc')
    .innerJoin('customers as c', 'c.id', 'cc.customerId')
    .leftJoin('hours as h', 'h.id', 'cc.hoursId')
    .leftJoin('endpoints as e', 'e.id', 'cc.defaultServerId')
    .select(['cc.hoursId', 'h.name as hoursName'])
    .select(['cc.id', 'cc.customerId', 'c.name as customerName', 'cc.name', 'cc.code', 'cc.status', 'cc.timezone'])
    .select(['cc.slaTargetSeconds', 'cc.slaTargetPercent', 'cc.slaFormula', 'cc.shortAbandonSeconds'])
    .select(['cc.wrapupSeconds', 'cc.maxWaitSeconds', 'cc.pauseReasons', 'cc.createdAt', 'cc.updatedAt', 'cc.version'])
    .select(['cc.description', 'cc.language', 'cc.recording', 'cc.maxAgents', 'cc.outboundNumber'])
    .select(['cc.defaultServerId', 'e.name as defaultServerName', 'cc.overflowDestination'])
    .select(
      sql<
        string | null
      >`case when cc.overflow_destination is not null then destination_name(cc.overflow_destination) end`.as(
        'overflowName',
      ),
    )
    .select((eb) =>
      eb
        .selectFrom('queues')
        .whereRef('queues.callcenterId', '=', 'cc.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('queueCount'),
    );

/** Business hours of another customer are treated as unknown. */
const checkHours = async (tx: Db, customerId: string, id: string | null): Promise<void> => {
  if (id === null) return;
  const row = await tx
    .selectFrom('hours')
    .select('id')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'hoursId', code: 'unknown' }] });
};

interface RoutingFields {
  readonly defaultServerId?: number | null | undefined;
  readonly overflowDestination?: Destination | null | undefined;
  readonly outboundNumber?: string | undefined;
}

/** Returns the number in E.164. Throws `not-found` if it is not one of the customer's numbers. */
const ownNumber = async (tx: Db, customerId: string, text: string): Promise<string> => {
  const path = 'outboundNumber';
  const number = await e164Of(tx, customerId, path, text);
  const row = await tx
    .selectFrom('dids')
    .select('id')
    .where('customerId', '=', customerId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  return number;
};

/** Returns the values to store. `undefined` stays `undefined`. */
const routingFieldsOf = async (tx: Db, caller: Caller, customerId: string, fields: RoutingFields) => {
  const { defaultServerId: server, overflowDestination: overflow, outboundNumber: number } = fields;
  return {
    defaultServerId: server && (await serverFor(tx, caller, customerId, server, 'defaultServerId')),
    overflowDestination: overflow && JSON.stringify(await anywhereOf(tx, customerId, 'overflowDestination', overflow)),
    outboundNumber: number && (await ownNumber(tx, customerId, number)),
  };
};

export const callcenterStore = (db: Db) =>
  createResourceStore(db, callcenters, {
    select,
    changed: markChangedCallcenters,
    moved: markMoved,
    scope: { customer: 'customerId', callcenter: 'id' },
    unique: { callcenters_code_key: 'code', callcenters_name_key: 'name' },
    create: async (tx, caller, values) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const id = newId();
      await checkHours(tx, customer.id, values.hoursId);
      await tx
        .insertInto('callcenters')
        .values({
          ...values,
          ...(await routingFieldsOf(tx, caller, customer.id, values)),
          id,
          customerId: customer.id,
          timezone: values.timezone ?? customer.timezone,
          pauseReasons: JSON.stringify(values.pauseReasons),
        })
        .execute();
      return id;
    },
    update: async (tx, caller, before, { pauseReasons, ...values }) => {
      await checkHours(tx, before.customerId, values.hoursId ?? null);
      return raiseVersion(tx, callcenters, before, {
        ...values,
        ...(await routingFieldsOf(tx, caller, before.customerId, values)),
        pauseReasons: pauseReasons === undefined ? undefined : JSON.stringify(pauseReasons),
      });
    },
    canReplace: () => Promise.resolve(),
    remove: async (tx, _caller, before) => {
      const id = before.id;
      await refuseWhileUsed([
        { resource: 'queue', rows: tx.selectFrom('queues').select('name').where('callcenterId', '=', id) },
        {
          resource: 'user',
          rows: tx
            .selectFrom('userCallcenters as uc')
            .innerJoin('users as u', 'u.id', 'uc.userId')
            .select('u.username as name')
            .where('uc.callcenterId', '=', id),
        },
      ]);
      await tx.deleteFrom('callcenters').where('id', '=', id).execute();
    },
  });
