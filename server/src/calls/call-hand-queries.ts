// SQL that selects the call record of a manually started recording. A call between customers has one record per customer.
import { sql } from 'kysely';

/** Join condition of `hand_recordings h` and `calls c`. */
export const HAND_OF_CALL = sql`h.server_id = c.server_id and h.linkedid = c.linkedid
  and c.party = coalesce((select p.party from calls p
    where p.server_id = h.server_id and p.linkedid = h.linkedid and p.customer_id = h.customer_id), '')`;
