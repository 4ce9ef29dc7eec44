// The caller's saved views and the views shared within their customer.
import { errorCode } from '@ringside/core/base/error-code.ts';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReportView } from '@ringside/core/contract/reports/report-view.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

type Fields = Pick<ReportView, 'name' | 'search' | 'shared'>;

/** Shared views are visible within the owner's customer. Platform staff share among themselves. */
const mayUse = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(v.owner_id = ${caller.userId} or (v.shared and v.customer_id is not distinct from ${caller.customerId}::uuid))`;

export const listViews = async (db: Db, caller: Caller, id?: string): Promise<ReportView[]> => {
  const only = id === undefined ? sql`` : sql`and v.id = ${id}`;
  const { rows } = await sql<ReportView>`
    select v.id, v.report, v.name, v.search, v.shared, v.owner_id = ${caller.userId} as own, u.username as owner_name,
      d.view_id is not null as is_default
    from report_views v join users u on u.id = v.owner_id
    left join report_view_defaults d on d.view_id = v.id and d.user_id = ${caller.userId}
    where ${mayUse(caller)} ${only} order by lower(v.name), v.id limit 500`.execute(withRowSecurity(db, caller));
  return rows;
};

/** Rejects a second view of the same name. */
const once = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) !== '23505') throw error;
    throw new Refusal('conflict', { errors: [{ path: 'name', code: 'taken' }] });
  }
};

export const addView = async (
  db: Db,
  caller: Caller,
  { report, name, search, shared }: Fields & Pick<ReportView, 'report'>,
): Promise<string> => {
  const id = newId();
  await once(
    sql`insert into report_views (id, customer_id, owner_id, report, name, search, shared)
      values (${id}, ${caller.customerId}, ${caller.userId}, ${report}, ${name}, ${JSON.stringify(search)}::jsonb, ${shared})`.execute(
      withRowSecurity(db, caller),
    ),
  );
  return id;
};

/** Returns false if the view is not the caller's. */
export const changeView = async (db: Db, caller: Caller, id: string, change: Partial<Fields>): Promise<boolean> => {
  const search = change.search === undefined ? null : JSON.stringify(change.search);
  const { rows } = await once(
    sql`update report_views set name = coalesce(${change.name ?? null}, name),
        search = coalesce(${search}::jsonb, search), shared = coalesce(${change.shared ?? null}::boolean, shared)
      where id = ${id} and owner_id = ${caller.userId} returning id`.execute(withRowSecurity(db, caller)),
  );
  return rows.length === 1;
};

export const dropView = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const { rows } = await sql`delete from report_views where id = ${id} and owner_id = ${caller.userId}
    returning id`.execute(withRowSecurity(db, caller));
  return rows.length === 1;
};

export const chooseView = async (db: Db, caller: Caller, report: string, id: string | null): Promise<void> => {
  if (id === null) {
    await sql`delete from report_view_defaults where user_id = ${caller.userId} and report = ${report}`.execute(db);
    return;
  }
  await sql`insert into report_view_defaults (user_id, report, view_id) values (${caller.userId}, ${report}, ${id})
    on conflict (user_id, report) do update set view_id = excluded.view_id`.execute(db);
};
