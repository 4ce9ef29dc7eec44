// Scheduled reports within the caller's scope: their own, and all of the customer for users with customer scope.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { CreateReportSchedule } from '@ringside/core/contract/reports/report-schedule.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { newId } from '../../platform/db/new-id.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { billedCustomers } from '../../billing/billing-report/queries.ts';
import { readChoices } from '../choice-queries.ts';
import type { ScheduleRow } from './due-queries.ts';

const FROM = sql`(select s.*, c.name as customer_name from report_schedules s
  left join customers c on c.id = s.customer_id) as row`;

const conditionsOf = (caller: Caller): RawBuilder<SqlBool>[] => [
  ...visibleTo(caller, { customer: 'customerId' }),
  ...(seesWholeCustomer(caller.reach) ? [] : [sql<SqlBool>`row.owner_id = ${caller.userId}`]),
];

const where = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;

export const listSchedules = async (db: Db, caller: Caller): Promise<ScheduleRow[]> => {
  const { rows } = await sql<ScheduleRow>`select * from ${FROM} ${where(conditionsOf(caller))}
    order by lower(name), id limit 500`.execute(withRowSecurity(db, caller));
  return rows;
};

export const seeSchedule = async (db: Db, caller: Caller, id: string): Promise<ScheduleRow | null> => {
  const { rows } = await sql<ScheduleRow>`select * from ${FROM}
    ${where([...conditionsOf(caller), sql<SqlBool>`row.id = ${id}`])}`.execute(withRowSecurity(db, caller));
  return rows[0] ?? null;
};

export const addSchedule = async (
  db: Db,
  caller: Caller,
  { filters, recipients, ...values }: CreateReportSchedule & { readonly timeZone: string; readonly nextAt: Date },
): Promise<string> => {
  const id = newId();
  await withRowSecurity(db, caller)
    .insertInto('reportSchedules')
    .values({
      ...{ ...values, id, customerId: caller.customerId, ownerId: caller.userId, ownerName: caller.username },
      // Sent with the permissions of the API key.
      viaKeyId: caller.apiKey ? caller.sessionId : null,
      ...{ filters: JSON.stringify(filters), recipients: JSON.stringify(recipients) },
    })
    .execute();
  return id;
};

export const changeSchedule = async (
  db: Db,
  caller: Caller,
  id: string,
  { filters, recipients, ...values }: Partial<CreateReportSchedule> & { readonly nextAt: Date },
): Promise<void> => {
  await withRowSecurity(db, caller)
    .updateTable('reportSchedules')
    .set((eb) => ({
      ...values,
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      ...(recipients === undefined ? {} : { recipients: JSON.stringify(recipients) }),
      ...{ version: eb('version', '+', 1), updatedAt: sql<Date>`console_now()` },
    }))
    .where('id', '=', id)
    .execute();
};

export const dropSchedule = async (db: Db, caller: Caller, id: string): Promise<void> => {
  await withRowSecurity(db, caller).deleteFrom('reportSchedules').where('id', '=', id).execute();
};

/** Returns the filters that refer to rows out of the caller's scope. */
export const unknownFilters = async (
  db: Db,
  caller: Caller,
  { callcenterId, queue, customerId }: CreateReportSchedule['filters'],
): Promise<string[]> => {
  const choices = callcenterId === undefined && queue === undefined ? [] : await readChoices(db, caller);
  const knowsCustomer =
    customerId === undefined ||
    customerId === caller.customerId ||
    (await billedCustomers(db, caller, { customerId })).length > 0;
  return [
    ...(callcenterId === undefined || choices.some((c) => c.callcenterId === callcenterId) ? [] : ['callcenterId']),
    ...(queue === undefined || choices.some((c) => c.queue === queue) ? [] : ['queue']),
    ...(knowsCustomer ? [] : ['customerId']),
  ];
};
