import { sql } from 'kysely';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import type { Destination } from '@ringside/core/contract/destination.ts';
import type { Db } from '../../db/connect.ts';
import { anywhereOf, e164Of } from '../../db/destination-of.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import { serverFor } from '../../db/server-for.ts';
import { customerFor } from '../../db/customer-for.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

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

/** Another customer's hours answer as unknown ones do. */
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

interface Ways {
  readonly defaultServerId?: number | null | undefined;
  readonly overflowDestination?: Destination | null | undefined;
  readonly outboundNumber?: string | undefined;
}

/** In E.164, if it is one of the customer's own. */
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

/** As they are kept; `undefined` stays what it is. */
const waysOf = async (tx: Db, caller: Caller, customerId: string, ways: Ways) => {
  const { defaultServerId: server, overflowDestination: overflow, outboundNumber: number } = ways;
  return {
    defaultServerId: server && (await serverFor(tx, caller, customerId, server, 'defaultServerId')),
    overflowDestination: overflow && JSON.stringify(await anywhereOf(tx, customerId, 'overflowDestination', overflow)),
    outboundNumber: number && (await ownNumber(tx, customerId, number)),
  };
};

export const callcenterStore = (db: Db): ResourceStore =>
  createResourceStore(db, callcenters, {
    select,
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
          ...(await waysOf(tx, caller, customer.id, values)),
          id,
          customerId: customer.id,
          timezone: values.timezone ?? customer.timezone,
          pauseReasons: JSON.stringify(values.pauseReasons),
        })
        .execute();
      return id;
    },
    update: async (tx, caller, before, { pauseReasons, ...values }) => {
      await checkHours(tx, String(before['customerId']), values.hoursId ?? null);
      return raiseVersion(tx, 'callcenters', before, {
        ...values,
        ...(await waysOf(tx, caller, String(before['customerId']), values)),
        pauseReasons: pauseReasons === undefined ? undefined : JSON.stringify(pauseReasons),
      });
    },
    mayInherit: () => Promise.resolve(),
    remove: async (tx, _caller, before) => {
      const id = String(before.id);
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
