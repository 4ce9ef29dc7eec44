import { sql } from 'kysely';
import type { SqlBool } from 'kysely';

/**
 * SQL condition: an access rule currently applies to the numbers that a line dials. `r`: the rule, `s`: the line, `u`: its user (left
 * join).
 * API keys and staff roles do not dial.
 */
export const BINDS_LINE = sql<SqlBool>`(r.kind = 'dial' and r.enabled
  and (r.customer_id is null or r.customer_id = s.customer_id)
  and (r.valid_from is null or r.valid_from <= console_now()) and (r.valid_until is null or r.valid_until > console_now())
  and (r.subject_type = 'everyone' or (r.subject_type = 'customer' and r.subject_id = s.customer_id)
    or (r.subject_type = 'subscriber' and r.subject_id = s.id) or (r.subject_type = 'user' and r.subject_id = u.id)
    or (r.subject_type = 'role' and r.subject_id = u.role_id)))`;
