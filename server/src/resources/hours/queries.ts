import { hours } from '@ringside/core/contract/hours.ts';
import type { Db } from '../../db/connect.ts';
import { customerFor } from '../../db/customer-for.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore } from '../../db/resource-store.ts';

const select = (db: Db) =>
  db
    .selectFrom('hours as h')
    .innerJoin('customers as c', 'c.id', 'h.customerId')
    .select(['h.id', 'h.customerId', 'c.name as customerName', 'h.name', 'h.timezone', 'h.override', 'h.intervals'])
    .select(['h.holidays', 'h.createdAt', 'h.updatedAt', 'h.version'])
    .select((eb) =>
      eb
        .selectFrom('dids')
        .whereRef('dids.hoursId', '=', 'h.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('numberCount'),
    );

export const hoursStore = (db: Db): ResourceStore =>
  createResourceStore(db, hours, {
    select,
    scope: { customer: 'customerId' },
    unique: { hours_name_key: 'name' },
    create: async (tx, caller, { intervals, holidays, ...values }) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const id = newId();
      await tx
        .insertInto('hours')
        .values({
          ...values,
          id,
          customerId: customer.id,
          timezone: values.timezone ?? customer.timezone,
          intervals: JSON.stringify(intervals),
          holidays: JSON.stringify(holidays),
        })
        .execute();
      return id;
    },
    update: (tx, _caller, before, { intervals, holidays, ...values }) =>
      raiseVersion(tx, 'hours', before, {
        ...values,
        intervals: intervals === undefined ? undefined : JSON.stringify(intervals),
        holidays: holidays === undefined ? undefined : JSON.stringify(holidays),
      }),
    mayInherit: () => Promise.resolve(),
    remove: async (tx, _caller, before) => {
      const id = String(before.id);
      const rows = tx.selectFrom('dids').select('number as name').where('hoursId', '=', id).orderBy('number');
      await refuseWhileUsed([{ resource: 'did', rows }]);
      await tx.deleteFrom('hours').where('id', '=', id).execute();
    },
  });
