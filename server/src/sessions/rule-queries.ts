// Access rules as the judgement reads them.
import { sql } from 'kysely';
import type { AclRule } from '@ringside/core/access/acl.ts';
import type { Db } from '../db/connect.ts';

/** Epoch milliseconds instead of moments, as JSON has no others. */
export const RULE_JSON = sql`json_build_object('id', x.id, 'name', x.name, 'customerId', x.customer_id, 'kind', x.kind,
  'priority', x.priority, 'enabled', x.enabled, 'subjectType', x.subject_type, 'subjectId', x.subject_id,
  'effect', x.effect, 'resource', x.resource, 'actions', x.actions, 'cidrs', x.cidrs, 'prefixes', x.prefixes,
  'validFrom', extract(epoch from x.valid_from) * 1000, 'validUntil', extract(epoch from x.valid_until) * 1000)`;

/** The platform's rules and those of one customer. */
export const readRules = async (db: Db, customerId: string | null): Promise<readonly AclRule[]> => {
  const { rows } = await sql<{ rule: AclRule }>`select ${RULE_JSON} as rule from acl_rules x
    where x.customer_id is null or x.customer_id = ${customerId}::uuid`.execute(db);
  return rows.map((row) => row.rule);
};
