// Reads the access rules that apply to a caller.
import { sql } from 'kysely';
import type { AclRule } from '@ringside/core/access/acl.ts';
import type { Db } from '../db/connect.ts';

// Rules also match deleted queues by name, because their data is kept.
const QUEUE_KEYS = sql`(select coalesce(json_agg(coalesce(q.server_id || e'\\t' || q.name, w.id)), '[]')
  from jsonb_array_elements_text(x.queue_ids) as w (id) left join queue_names q on q.id::text = w.id)`;

/** Times are epoch milliseconds, because JSON has no time type. */
export const RULE_JSON = sql`json_build_object('id', x.id, 'name', x.name, 'customerId', x.customer_id, 'kind', x.kind,
  'priority', x.priority, 'enabled', x.enabled, 'subjectType', x.subject_type, 'subjectId', x.subject_id,
  'effect', x.effect, 'resource', x.resource, 'actions', x.actions, 'cidrs', x.cidrs, 'prefixes', x.prefixes,
  'validFrom', extract(epoch from x.valid_from) * 1000, 'validUntil', extract(epoch from x.valid_until) * 1000,
  'timeWindow', x.time_window, 'fieldMask', x.field_mask, 'things', case when x.kind = 'access' then json_build_object(
    'customerIds', x.customer_ids, 'callcenterIds', x.callcenter_ids, 'serverIds', x.server_ids, 'ownOnly', x.own_only,
    'allBut', x.all_but, 'queueKeys', case when x.queue_ids = '[]' then '[]'::json else
      ${QUEUE_KEYS} end) end)`;

/** A customer's own network rules apply only while the customer enables them. `x` is the rule's alias. */
export const BINDING = sql`(x.kind <> 'network' or x.customer_id is null
  or exists (select 1 from customers xc where xc.id = x.customer_id and xc.network_rules))`;

/** Returns the platform's rules and those of one customer. */
export const readRules = async (db: Db, customerId: string | null): Promise<readonly AclRule[]> => {
  const { rows } = await sql<{ rule: AclRule }>`select ${RULE_JSON} as rule from acl_rules x
    where (x.customer_id is null or x.customer_id = ${customerId}::uuid) and ${BINDING}`.execute(db);
  return rows.map((row) => row.rule);
};
