// The present owner and service-level settings of each source.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { TenantScope } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { OwnedSource } from './fact-day.ts';
import type { Entity, ReportScope } from './queries.ts';

/** A report entity with its names. */
export interface EntityWithSettings extends Entity {
  readonly queueLabel: string;
  readonly callcenterName: string;
  readonly customerName: string;
  readonly serverName: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'queue' };

/**
 * Returns settings by index in `sources`. Sources outside the caller's scope or filter are missing. As in today's figures,
 * calls belong to the queue's customer and use the present settings of its call center. Calls of a deleted queue stay with its
 * last call center.
 */
export const loadSourceSettings = async (
  db: Db,
  caller: TenantScope,
  scope: ReportScope,
  sources: readonly OwnedSource[],
): Promise<ReadonlyMap<number, EntityWithSettings>> => {
  const asked = sources.flatMap((s, place) => {
    if (scope.serverId !== undefined && s.serverId !== scope.serverId) return [];
    if (scope.queue !== undefined && scope.queue !== '' && s.queue !== scope.queue) return [];
    return [{ place, server_id: s.serverId, queue: s.queue, customer_id: s.customerId || null, had: s.callcenterId }];
  });
  if (asked.length === 0) return new Map();
  const { callcenterId } = scope;
  const conditions: RawBuilder<SqlBool>[] = [
    ...visibleTo(caller, SCOPE),
    ...(callcenterId === undefined || callcenterId === ''
      ? []
      : [sql<SqlBool>`row.callcenter_id::text = ${callcenterId}`]),
  ];
  const { rows } = await sql<EntityWithSettings & { readonly place: number }>`/* kept */
    select * from (
      select e.place, coalesce(q.now_server_id, e.server_id) as server_id, e.queue, e.customer_id, c.id as callcenter_id,
        coalesce(nullif(q.label, ''), e.queue) as queue_label,
        coalesce(c.name, '') as callcenter_name,
        coalesce(cu.name, '') as customer_name,
        coalesce(p.name, '') as server_name,
        coalesce(${scope.formula ?? null}::integer, c.sla_formula, 3) as formula,
        coalesce(${scope.thresholdSeconds ?? null}::integer, c.sla_target_seconds, 20) as threshold_seconds,
        coalesce(${scope.shortAbandonSeconds ?? null}::integer, c.short_abandon_seconds, 5) as short_abandon_seconds
      from json_to_recordset(${JSON.stringify(asked)}::json)
        as e(place integer, server_id integer, queue text, customer_id text, had text)
      left join queue_names q on q.server_id = e.server_id and q.name = e.queue and q.customer_id::text = e.customer_id
      left join callcenter_names c on c.id::text = coalesce(q.callcenter_id::text, e.had)
      left join customer_names cu on cu.id::text = e.customer_id
      left join endpoints p on p.id = coalesce(q.now_server_id, e.server_id)
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by server_id, queue, customer_id, place`.execute(withRowSecurity(db, caller));
  return new Map(rows.map(({ place, ...entity }) => [place, entity]));
};
