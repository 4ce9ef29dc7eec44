import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** Gives a plan all rates of another that are not over. */
export const copyRates = async (tx: Db, fromPlan: string, toPlan: string): Promise<void> => {
  await sql`insert into rates (id, plan_id, direction, prefix, timing, destination_name, destination_group, connect_fee,
      rate_per_minute, initial_seconds, increment_seconds, free_seconds, grace_seconds, min_charge, max_charge, blocked,
      effective_from, effective_until)
    select gen_random_uuid(), ${toPlan}, direction, prefix, timing, destination_name, destination_group, connect_fee,
      rate_per_minute, initial_seconds, increment_seconds, free_seconds, grace_seconds, min_charge, max_charge, blocked,
      effective_from, effective_until
    from rates where plan_id = ${fromPlan} and (effective_until is null or effective_until > now())`.execute(tx);
};
