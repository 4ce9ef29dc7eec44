// Defines the scope of past calls.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ScopeColumns } from '../platform/db/rows/tenant-scope.ts';

/** With reach `own`, a user sees the calls of their own lines. */
export const CALL_SCOPE: ScopeColumns = {
  customer: 'customerId',
  callcenter: 'callcenterId',
  server: 'serverId',
  queue: 'queue',
  own: (userId) => sql<SqlBool>`exists (select 1 from subscribers s join customers sc on sc.id = s.customer_id
    where s.user_id::text = ${userId} and s.customer_id = row.customer_id and s.server_id = row.server_id
      and (s.extension = row.extension or row.agent_interface in ('PJSIP/' || s.extension, 'PJSIP/' || sc.code || '-' || s.extension)))`,
};
