// Whose the facts of a source are now, and by what they are judged.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { visibleTo } from '../../db/list-rows.ts';
import type { Sight } from '../../db/list-rows.ts';
import { behindWall } from '../../db/wall.ts';
import type { OwnedSource } from './fact-day.ts';
import type { Entity, ReportScope } from './queries.ts';

/** As an entity of the report, with its names. */
export interface JudgedEntity extends Entity {
  readonly queueLabel: string;
  readonly callcenterName: string;
  readonly customerName: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'queue' };

/**
 * By the place in `sources`; what the caller may not see, or did not ask for, is not there. As in today's figures a queue's
 * calls are those of its customer, and are judged as its call center judges now; those of a queue that is gone stay with the
 * call center that had it.
 */
export const judgeSources = async (
  db: Db,
  caller: Sight,
  scope: ReportScope,
  sources: readonly OwnedSource[],
): Promise<ReadonlyMap<number, JudgedEntity>> => {
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
  const { rows } = await sql<JudgedEntity & { readonly place: number }>`/* kept */
    select * from (
      select e.place, coalesce(q.now_server_id, e.server_id) as server_id, e.queue, e.customer_id, c.id as callcenter_id,
        coalesce(nullif(q.label, ''), e.queue) as queue_label,
        coalesce(c.name, '') as callcenter_name,
        coalesce(cu.name, '') as customer_name,
        coalesce(${scope.formula ?? null}::integer, c.sla_formula, 3) as formula,
        coalesce(${scope.thresholdSeconds ?? null}::integer, c.sla_target_seconds, 20) as threshold_seconds,
        coalesce(${scope.shortAbandonSeconds ?? null}::integer, c.short_abandon_seconds, 5) as short_abandon_seconds
      from json_to_recordset(${JSON.stringify(asked)}::json)
        as e(place integer, server_id integer, queue text, customer_id text, had text)
      left join queue_names q on q.server_id = e.server_id and q.name = e.queue and q.customer_id::text = e.customer_id
      left join callcenter_names c on c.id::text = coalesce(q.callcenter_id::text, e.had)
      left join customer_names cu on cu.id::text = e.customer_id
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by server_id, queue, customer_id, place`.execute(behindWall(db, caller));
  return new Map(rows.map(({ place, ...entity }) => [place, entity]));
};
