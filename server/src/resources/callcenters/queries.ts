import { callcenters } from '@ringside/core/contract/callcenters.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import { customerFor } from '../../db/customer-for.ts';

const select = (db: Db) =>
  db
    .selectFrom('callcenters as cc')
    .innerJoin('customers as c', 'c.id', 'cc.customerId')
    .select(['cc.id', 'cc.customerId', 'c.name as customerName', 'cc.name', 'cc.code', 'cc.status', 'cc.timezone'])
    .select(['cc.slaTargetSeconds', 'cc.slaTargetPercent', 'cc.slaFormula', 'cc.shortAbandonSeconds'])
    .select(['cc.wrapupSeconds', 'cc.maxWaitSeconds', 'cc.pauseReasons', 'cc.createdAt', 'cc.updatedAt', 'cc.version'])
    .select((eb) =>
      eb
        .selectFrom('queues')
        .whereRef('queues.callcenterId', '=', 'cc.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('queueCount'),
    );

export const callcenterStore = (db: Db): ResourceStore =>
  createResourceStore(db, callcenters, {
    select,
    scope: { customer: 'customerId', callcenter: 'id' },
    unique: { callcenters_code_key: 'code', callcenters_name_key: 'name' },
    create: async (tx, caller, values) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const id = newId();
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
    update: (tx, _caller, before, { pauseReasons, ...values }) =>
      raiseVersion(tx, 'callcenters', before, {
        ...values,
        pauseReasons: pauseReasons === undefined ? undefined : JSON.stringify(pauseReasons),
      }),
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
