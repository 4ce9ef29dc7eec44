// Writes outbox entries for the PBX servers that a change affects, in the transaction of the change. The provisioning worker reads the
// entries of a PBX server, provisions it, and removes them.
import { sql } from 'kysely';
import type { AnyNoun } from '@ringside/core/contract/noun.ts';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { RawBuilder } from 'kysely';
import { dialledRows, rowsRinging } from '../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { MovedRow } from '../../platform/db/rows/move-dependents.ts';
import { addSelected, addToOutbox } from '../../platform/outbox/queries.ts';

const PBX_CHANGED = 'pbx-changed';

/** A changed row. Lists show it as pending. */
interface Mark {
  readonly serverId: number;
  readonly resource: string;
  readonly resourceId: string;
}

export const markRows = (tx: Db, marks: readonly Mark[]): Promise<void> =>
  addToOutbox(
    tx,
    PBX_CHANGED,
    marks.map(({ serverId, resource, resourceId }) => ({ key: String(serverId), payload: { resource, resourceId } })),
  );

/** `select`: a query with the columns server id, resource and resource id. */
const markSelected = (tx: Db, select: RawBuilder<unknown>): Promise<void> =>
  addSelected(
    tx,
    PBX_CHANGED,
    sql`select m.server_id::text, jsonb_build_object('resource', m.resource, 'resourceId', m.resource_id::text)
      from (${select}) as m (server_id, resource, resource_id)`,
  );

/** Marks the PBX servers where the customers have lines or numbers. `ids`: a query that selects customer ids. */
const markLinesAndNumbers = (tx: Db, ids: RawBuilder<unknown>): Promise<void> =>
  markSelected(
    tx,
    sql`select distinct place.server_id, 'customer', place.customer_id from (
        select server_id, customer_id from subscribers union all select server_id, customer_id from dids
      ) as place where place.customer_id in (${ids})`,
  );

/** Marks all PBX servers where the customer has objects. */
export const markCustomer = (tx: Db, customerId: string): Promise<void> =>
  markSelected(
    tx,
    sql`select distinct place.server_id, 'customer', ${customerId}::uuid from (
        select server_id, customer_id from ${dialledRows()} as dialled
        union all select server_id, customer_id from dids
      ) as place where place.customer_id = ${customerId}`,
  );

/** Marks a change of whether the customer may make outbound calls. */
export const markAccount = (tx: Db, customerId: string): Promise<void> =>
  markLinesAndNumbers(tx, sql`select ${customerId}::uuid`);

/** Marks all descendants of the customers, including those that the caller may not see. `tops`: a query that selects customer ids. */
const markBelowAll = async (tx: Db, tops: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<{ customers: string | null }>`
    select current_setting('ringside.customers', true) as customers`.execute(tx);
  await sql`select set_config('ringside.customers', '', true)`.execute(tx);
  await markSelected(
    tx,
    sql`select distinct place.server_id, 'customer', place.customer_id
      from (${tops}) as top (id)
      cross join lateral (select customers_below(top.id) as id) as below
      join (
        select server_id, customer_id from subscribers
        union all select server_id, customer_id from dids
        union all select server_id, customer_id from queues where managed
      ) as place on place.customer_id = below.id
      where below.id <> top.id`,
  );
  await sql`select set_config('ringside.customers', ${rows[0]?.customers ?? ''}, true)`.execute(tx);
};

export const markBelow = (tx: Db, customerId: string): Promise<void> =>
  markBelowAll(tx, sql`select ${customerId}::uuid`);

/** Marks an assignment of a plan. It also changes the limits of all descendants. */
export const markAssignment = async (tx: Db, customerId: string): Promise<void> => {
  await markAccount(tx, customerId);
  await markBelow(tx, customerId);
};

/** Marks a new or changed plan version that is not a draft. */
export const markPlan = async (tx: Db, planId: string): Promise<void> => {
  const customers = sql`select cp.customer_id from customer_plans cp where cp.plan_id = ${planId}`;
  await markLinesAndNumbers(tx, customers);
  await markBelowAll(tx, sql`${customers} and exists (select 1 from customers c where c.parent_id = cp.customer_id)`);
};

const PLACES_OF_PLAN = sql`(select customer_id, server_id from subscribers union select customer_id, server_id from dids)`;

/** Marks the PBX servers of the customers that have one of the plans. */
export const markPlans = async (db: Db, planIds: readonly string[]): Promise<void> => {
  if (planIds.length === 0) return;
  await markSelected(
    db,
    sql`select distinct place.server_id, 'plan', cp.plan_id
      from customer_plans cp join ${PLACES_OF_PLAN} as place on place.customer_id = cp.customer_id
      where cp.plan_id = any(${[...planIds]}::uuid[])`,
  );
};

/** Marks changed rates of a plan, for customers that have it now or later. */
export const markRates = (tx: Db, planId: string): Promise<void> =>
  markSelected(
    tx,
    sql`select distinct place.server_id, 'plan', cp.plan_id
      from customer_plans cp join ${PLACES_OF_PLAN} as place on place.customer_id = cp.customer_id
      where cp.plan_id = ${planId} and (cp.valid_until is null or cp.valid_until > console_now())`,
  );

/** Marks dial rules by id: those of a customer, or platform rules for all customers. */
export const markDialRules = async (tx: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await markSelected(
    tx,
    sql`select distinct s.server_id, 'acl', r.id
      from acl_rules r join subscribers s on r.customer_id is null or s.customer_id = r.customer_id
      where r.kind = 'dial' and r.id = any(${[...ids]}::uuid[])`,
  );
};

export const markCallcenters = (tx: Db, ids: readonly string[]): Promise<void> =>
  markSelected(
    tx,
    sql`select distinct q.server_id, 'callcenter', q.callcenter_id from queues q
      where q.managed and q.callcenter_id = any(${[...ids]}::uuid[])`,
  );

/** Marks the lines of users, because the role decides which numbers a user may dial. */
export const markUsers = async (tx: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await markSelected(
    tx,
    sql`select s.server_id, 'subscriber', s.id from subscribers s where s.user_id = any(${[...ids]}::uuid[])`,
  );
};

/** Marks queues and groups that ring the line. */
export const markRinging = (tx: Db, subscriberId: string): Promise<void> =>
  markSelected(tx, sql`select server_id, resource, id from ${rowsRinging(sql`${subscriberId}::uuid`)} as ringing`);

/** Marks business hours: numbers use them directly, queues through their call center. */
export const markHours = (tx: Db, id: string): Promise<void> =>
  markSelected(
    tx,
    sql`select place.server_id, 'hours', ${id}::uuid from (
        select server_id from dids where hours_id = ${id}
        union select q.server_id from queues q join callcenters c on c.id = q.callcenter_id
          where c.hours_id = ${id} and q.managed) as place`,
  );

/** Marks every place that plays the prompt. */
export const markPrompt = (tx: Db, id: string): Promise<void> => {
  const prompt = sql`${id}::uuid`;
  return markSelected(
    tx,
    sql`select place.server_id, 'prompt', ${prompt} from (
        select server_id from ivrs where ${prompt} in (prompt_uploaded, invalid_prompt_uploaded)
        union select server_id from subscribers where voicemail and ${prompt} in
          (voicemail_greeting_uploaded, voicemail_busy_greeting_uploaded, voicemail_name_greeting_uploaded)
        union select server_id from queues where managed and ${prompt} in (agent_announcement_uploaded,
          periodic_announcement_uploaded, recording_announcement_uploaded, music_class_uploaded)) as place`,
  );
};

/** Returns the noun of a table whose rows have a customer and a PBX server. */
const onOneServer = (tableName: string): AnyNoun | undefined =>
  NOUNS.find(
    ({ table, dimensions }) => table === tableName && dimensions.includes('server') && dimensions.includes('customer'),
  );

/** Marks rows whose reference to a deleted row was moved to its replacement. */
export const markMoved = async (tx: Db, rows: readonly MovedRow[]): Promise<void> => {
  for (const [tableName, moved] of Map.groupBy(rows, (row) => row.tableName)) {
    const ids = moved.flatMap(({ rowId }) => rowId ?? []);
    const resource = onOneServer(tableName)?.name;
    if (resource !== undefined)
      await markSelected(
        tx,
        sql`select t.server_id, ${resource}::text, t.id from ${sql.table(tableName)} t where t.id = any(${ids}::uuid[])`,
      );
    else if (tableName === 'callcenters') await markCallcenters(tx, ids);
    else if (tableName === 'users') await markUsers(tx, ids);
  }
};

/**
 * Marks dial rules, plans and rates that started or ended after `from` and up to `to`. No row has changed, but the configuration of the PBX
 * must.
 */
export const markElapsed = async (db: Db, from: Date, to: Date): Promise<void> => {
  const within = (column: string) => sql`(${sql.ref(column)} > ${from} and ${sql.ref(column)} <= ${to})`;
  await markSelected(
    db,
    sql`select distinct s.server_id, 'acl', r.id
      from acl_rules r join subscribers s on r.customer_id is null or r.customer_id = s.customer_id
      where r.kind = 'dial' and r.enabled and (${within('r.valid_from')} or ${within('r.valid_until')})`,
  );
  await markSelected(
    db,
    sql`select distinct place.server_id, 'plan', cp.plan_id
      from customer_plans cp join ${PLACES_OF_PLAN} as place on place.customer_id = cp.customer_id
      where ${within('cp.valid_from')} or ${within('cp.valid_until')} or cp.plan_id in (
        select plan_id from plan_versions where ${within('valid_from')}
        union select plan_id from rates where ${within('effective_from')}
        union select plan_id from rates where ${within('effective_until')})`,
  );
};

/** Returns the ids of the PBX server's entries. Remove them after a state that was read later is on the PBX. */
export const readMarks = async (db: Db, serverId: number): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('topic', '=', PBX_CHANGED)
    .where('key', '=', String(serverId))
    .execute();
  return rows.map((row) => Number(row.id));
};

/** Returns the PBX servers that have entries. */
export const markedServers = async (db: Db): Promise<ReadonlySet<number>> => {
  const rows = await db.selectFrom('outbox').select('key').distinct().where('topic', '=', PBX_CHANGED).execute();
  return new Set(rows.map((row) => Number(row.key)));
};

/** Marks the complete PBX server. */
export const mark = (db: Db, serverId: number): Promise<void> =>
  markRows(db, [{ serverId, resource: 'endpoint', resourceId: '' }]);

/** Returns which rows are pending on one of the PBX servers, each as `resource id`. */
export const markedRows = async (
  db: Db,
  serverIds: readonly number[],
  resourceIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ row: string }>`
    select distinct payload ->> 'resource' || ' ' || (payload ->> 'resourceId') as row from outbox
    where topic = ${PBX_CHANGED} and key = any(${[...new Set(serverIds)].map(String)}::text[])
      and payload ->> 'resourceId' = any(${[...new Set(resourceIds)]}::text[])`.execute(db);
  return new Set(rows.map(({ row }) => row));
};
