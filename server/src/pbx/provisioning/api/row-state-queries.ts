// Reads the provisioning state of lines and queues for lists and pages.
import { sql } from 'kysely';
import { MOST_STATES } from '@ringside/core/contract/pbx/row-provisioning.ts';
import type { RowProvisioning } from '@ringside/core/contract/pbx/row-provisioning.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { visibleTo } from '../../../platform/db/rows/tenant-scope.ts';
import type { ScopeColumns } from '../../../platform/db/rows/tenant-scope.ts';
import { markedRows } from '../mark-queries.ts';
import type { Caller } from '../../../platform/caller/caller.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface RowAsked {
  readonly id: string;
  readonly serverId: number;
  readonly customerId: string;
  /** Whether the console manages the row on the PBX. */
  readonly managed: boolean;
  readonly isWanted: boolean;
}

const readRows = async (
  db: Db,
  caller: Caller,
  resource: 'subscriber' | 'queue',
  ids: string,
): Promise<readonly RowAsked[]> => {
  const asked = ids.split(',').filter((id) => UUID.test(id));
  if (asked.length === 0) return [];
  const isLine = resource === 'subscriber';
  const scope: ScopeColumns = isLine
    ? { customer: 'customerId', server: 'serverId' }
    : { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId' };
  const visible = visibleTo(caller, scope);
  const { rows } = await sql<RowAsked>`
    select row.id, row.server_id as "serverId", row.customer_id as "customerId", row.managed, row.is_wanted as "isWanted"
    from (
      select t.id, t.server_id, t.customer_id,
        ${isLine ? sql`null::uuid` : sql`t.callcenter_id`} as callcenter_id,
        ${isLine ? sql`true` : sql`t.managed`} as managed,
        c.status <> 'terminated' and ${isLine ? sql`t.status = 'active'` : sql`true`} as is_wanted
      from ${sql.table(isLine ? 'subscribers' : 'queues')} as t
      join customers as c on c.id = t.customer_id
      where t.id = any(${asked.slice(0, MOST_STATES)}::uuid[])
    ) as row
    where ${visible.length === 0 ? sql`true` : sql.join(visible, sql` and `)}
    order by row.id`.execute(db);
  return rows;
};

/** Returns the states of the given rows that the caller may see. */
export const rowStates = async (
  db: Db,
  caller: Caller,
  resource: 'subscriber' | 'queue',
  ids: string,
): Promise<RowProvisioning[]> => {
  const rows = await readRows(db, caller, resource, ids);
  if (rows.length === 0) return [];
  const rowIds = rows.map((row) => row.id);
  const servers = await db.selectFrom('provisioning').select('serverId').where('enabled', '=', true).execute();
  const configured = new Set(servers.map((server) => server.serverId));
  const objects = await db
    .selectFrom('provisioningObjects')
    .select(['resourceId', 'state', 'reason', 'params', 'appliedAt'])
    .where('resource', '=', resource)
    .where('resourceId', 'in', rowIds)
    .execute();
  const marked = await markedRows(
    db,
    rows.map((row) => row.serverId),
    [...rowIds, ...rows.map((row) => row.customerId)],
  );
  return rows.map((row): RowProvisioning => {
    const plain = { id: row.id, reason: null, params: {}, appliedAt: null };
    if (!row.managed) return { ...plain, state: 'unmanaged' };
    if (!configured.has(row.serverId)) return { ...plain, state: 'off' };
    const object = objects.find((each) => each.resourceId === row.id);
    const appliedAt = object?.appliedAt?.toISOString() ?? null;
    const isMarked = marked.has(`${resource} ${row.id}`) || marked.has(`customer ${row.customerId}`);
    if (isMarked) return { ...plain, state: 'pending', appliedAt };
    if (object === undefined) return { ...plain, state: row.isWanted ? 'pending' : 'applied' };
    return {
      ...plain,
      state: object.state,
      reason: object.reason,
      params: object.params,
      appliedAt,
    };
  });
};
