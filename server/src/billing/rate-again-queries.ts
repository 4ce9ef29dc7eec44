// Marks calls for rating when inputs of their price changed, and returns the allowances that they used.
import { sql } from 'kysely';
import { CALLS_TO_RATE } from '../calls/calls-to-rate.ts';
import type { Db } from '../platform/db/connect.ts';
import { addToOutbox } from '../platform/outbox/queries.ts';

/** Marks the customer's calls answered since then, except calls with a leg on a final invoice. */
export const rateAgain = async (tx: Db, customerId: string, since: Date): Promise<void> => {
  await sql`create temporary table calls_again on commit drop as
    select id from calls
    where customer_id = ${customerId}::uuid and coalesce(connected_at, answer_at) >= ${since}::timestamptz
      and not exists (select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null)`.execute(
    tx,
  );
  await sql`update allowance_uses u set used_seconds = greatest(0, u.used_seconds - s.seconds),
      used_calls = greatest(0, u.used_calls - s.calls)
    from (
      select r.plan_id, one.item ->> 'name' as name, (one.item ->> 'period')::timestamptz as period_start,
        sum((one.item ->> 'seconds')::bigint) as seconds, sum((one.item ->> 'calls')::bigint) as calls
      from call_ratings r join calls_again c on c.id = r.call_id
        cross join lateral jsonb_array_elements(r.spent) as one(item)
      where r.spent <> '[]' group by 1, 2, 3
    ) as s
    where u.customer_id = ${customerId} and u.plan_id = s.plan_id and u.name = s.name
      and u.period_start = s.period_start`.execute(tx);
  await sql`update call_ratings r set spent = '[]' from calls_again c where r.call_id = c.id and r.spent <> '[]'`.execute(
    tx,
  );
  await sql`update calls set rating_due = true from calls_again c where calls.id = c.id and not calls.rating_due`.execute(
    tx,
  );
  await sql`drop table calls_again`.execute(tx);
  await addToOutbox(tx, CALLS_TO_RATE, [{ key: '' }]);
};

/**
 * Ends the customer's plans at `until`. The allowance depends on the length of the last period, so this returns the start of the
 * earliest affected period, or `null` if no plan ended.
 */
export const endPlans = async (tx: Db, customerId: string, until: Date): Promise<Date | null> => {
  const { rows } = await sql<{ since: Date | null }>`
    with ended as (
      update customer_plans set valid_until = ${until}
      where customer_id = ${customerId} and (valid_until is null or valid_until > ${until})
      returning plan_id, valid_from
    )
    select min(greatest(e.valid_from, ${until}::timestamptz - v.days * interval '1 day')) as since
    from ended e cross join lateral (
      select max(case terms ->> 'billingInterval' when 'week' then 8 else 32 end
        * coalesce((terms ->> 'intervalCount')::integer, 1)) as days from plan_versions where plan_id = e.plan_id
    ) as v`.execute(tx);
  return rows[0]?.since ?? null;
};

/** Rates the calls stored while the customer was deleted, because a restored customer has plans again. */
export const rateRestored = (db: Db, customerId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ since: Date | null }>`
      select min(valid_from) as since from customer_plans where customer_id = ${customerId}`.execute(tx);
    const since = rows[0]?.since ?? null;
    if (since !== null) await rateAgain(tx, customerId, since);
  });
