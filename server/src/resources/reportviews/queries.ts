// A caller's saved views, and those that people of his customer share.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReportView } from '@ringside/core/contract/report-views.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

type Fields = Pick<ReportView, 'name' | 'search' | 'shared'>;

/** Shared is what somebody of the very same customer shares; the platform's staff share among themselves. */
const mayUse = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(v.owner_id = ${caller.userId} or (v.shared and v.customer_id is not distinct from ${caller.customerId}::uuid))`;

export const listViews = async (db: Db, caller: Caller, id?: string): Promise<ReportView[]> => {
  const only = id === undefined ? sql`` : sql`and v.id = ${id}`;
  const { rows } = await sql<ReportView>`
    select v.id, v.report, v.name, v.search, v.shared, v.owner_id = ${caller.userId} as own, u.username as owner_name,
      d.view_id is not null as is_default
    from report_views v join users u on u.id = v.owner_id
    left join report_view_defaults d on d.view_id = v.id and d.user_id = ${caller.userId}
    where ${mayUse(caller)} ${only} order by lower(v.name), v.id limit 500`.execute(behindWall(db, caller));
  return rows;
};

/** The second of one name is refused, whoever was faster. */
const once = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error;
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
      behindWall(db, caller),
    ),
  );
  return id;
};

/** False: it is not the caller's. */
export const changeView = async (db: Db, caller: Caller, id: string, change: Partial<Fields>): Promise<boolean> => {
  const search = change.search === undefined ? null : JSON.stringify(change.search);
  const { rows } = await once(
    sql`update report_views set name = coalesce(${change.name ?? null}, name),
        search = coalesce(${search}::jsonb, search), shared = coalesce(${change.shared ?? null}::boolean, shared)
      where id = ${id} and owner_id = ${caller.userId} returning id`.execute(behindWall(db, caller)),
  );
  return rows.length === 1;
};

export const dropView = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const { rows } = await sql`delete from report_views where id = ${id} and owner_id = ${caller.userId}
    returning id`.execute(behindWall(db, caller));
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
