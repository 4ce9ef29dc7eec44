import { hours } from '@ringside/core/contract/routing/hours.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { markChangedHours } from '../../pbx/provisioning/mark-changes.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

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

export const hoursStore = (db: Db) =>
  createResourceStore(db, hours, {
    select,
    changed: markChangedHours,
    moved: markMoved,
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
      raiseVersion(tx, hours, before, {
        ...values,
        intervals: intervals === undefined ? undefined : JSON.stringify(intervals),
        holidays: holidays === undefined ? undefined : JSON.stringify(holidays),
      }),
    canReplace: () => Promise.resolve(),
    remove: async (tx, _caller, before) => {
      const id = before.id;
      const rows = tx.selectFrom('dids').select('number as name').where('hoursId', '=', id).orderBy('number');
      await refuseWhileUsed([{ resource: 'did', rows }]);
      await tx.deleteFrom('hours').where('id', '=', id).execute();
    },
  });
