import { callcenters } from '@ringside/core/contract/callcenters.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import { customerFor } from '../../db/customer-for.ts';
import { Refusal } from '../../http/errors.ts';

const select = (db: Db) =>
  db
    .selectFrom('callcenters as cc')
    .innerJoin('customers as c', 'c.id', 'cc.customerId')
    .leftJoin('hours as h', 'h.id', 'cc.hoursId')
    .select(['cc.hoursId', 'h.name as hoursName'])
    .select(['cc.id', 'cc.customerId', 'c.name as customerName', 'cc.name', 'cc.code', 'cc.status', 'cc.timezone'])
    .select(['cc.slaTargetSeconds', 'cc.slaTargetPercent', 'cc.slaFormula', 'cc.shortAbandonSeconds'])
    .select(['cc.wrapupSeconds', 'cc.maxWaitSeconds', 'cc.pauseReasons', 'cc.createdAt', 'cc.updatedAt', 'cc.version'])
    .select(['cc.description', 'cc.language', 'cc.recording', 'cc.maxAgents'])
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
          id,
          customerId: customer.id,
          timezone: values.timezone ?? customer.timezone,
          pauseReasons: JSON.stringify(values.pauseReasons),
        })
        .execute();
      return id;
    },
    update: async (tx, _caller, before, { pauseReasons, ...values }) => {
      await checkHours(tx, String(before['customerId']), values.hoursId ?? null);
      return raiseVersion(tx, 'callcenters', before, {
        ...values,
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
