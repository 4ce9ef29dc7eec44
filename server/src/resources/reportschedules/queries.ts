// Whose scheduled reports a caller sees: his own, and for who sees the whole of a customer those of its people.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { CreateReportSchedule } from '@ringside/core/contract/report-schedules.ts';
import type { Db } from '../../db/connect.ts';
import { visibleTo } from '../../db/list-rows.ts';
import { newId } from '../../db/new-id.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';
import { readChoices } from '../../reports/choice-queries.ts';
import type { ScheduleRow } from '../../reports/schedules/queries.ts';

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
    order by lower(name), id limit 500`.execute(behindWall(db, caller));
  return rows;
};

export const seeSchedule = async (db: Db, caller: Caller, id: string): Promise<ScheduleRow | null> => {
  const { rows } = await sql<ScheduleRow>`select * from ${FROM}
    ${where([...conditionsOf(caller), sql<SqlBool>`row.id = ${id}`])}`.execute(behindWall(db, caller));
  return rows[0] ?? null;
};

export const addSchedule = async (
  db: Db,
  caller: Caller,
  { filters, recipients, ...values }: CreateReportSchedule & { readonly timeZone: string; readonly nextAt: Date },
): Promise<string> => {
  const id = newId();
  await behindWall(db, caller)
    .insertInto('reportSchedules')
    .values({
      ...{ ...values, id, customerId: caller.customerId, ownerId: caller.userId, ownerName: caller.username },
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
  await behindWall(db, caller)
    .updateTable('reportSchedules')
    .set((eb) => ({
      ...values,
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      ...(recipients === undefined ? {} : { recipients: JSON.stringify(recipients) }),
      ...{ version: eb('version', '+', 1), updatedAt: sql<Date>`now()` },
    }))
    .where('id', '=', id)
    .execute();
};

export const dropSchedule = async (db: Db, caller: Caller, id: string): Promise<void> => {
  await behindWall(db, caller).deleteFrom('reportSchedules').where('id', '=', id).execute();
};

/** Of the filters, those that name what the caller may not see: another customer's is unknown. */
export const unknownFilters = async (
  db: Db,
  caller: Caller,
  { callcenterId, queue }: CreateReportSchedule['filters'],
): Promise<string[]> => {
  if (callcenterId === undefined && queue === undefined) return [];
  const choices = await readChoices(db, caller);
  return [
    ...(callcenterId === undefined || choices.some((c) => c.callcenterId === callcenterId) ? [] : ['callcenterId']),
    ...(queue === undefined || choices.some((c) => c.queue === queue) ? [] : ['queue']),
  ];
};
