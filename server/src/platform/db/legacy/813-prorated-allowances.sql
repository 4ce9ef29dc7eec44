create or replace function plan_assignment_rates_anew() returns trigger language plpgsql as $$
declare
  since timestamptz := new.valid_from;
begin
  if tg_op = 'UPDATE' then
    select greatest(new.valid_from, least(coalesce(old.valid_until, 'infinity'), coalesce(new.valid_until, 'infinity'))
      - max(case v.terms ->> 'billingInterval' when 'week' then 8 else 32 end
        * coalesce((v.terms ->> 'intervalCount')::integer, 1)) * interval '1 day')
      into since from plan_versions v where v.plan_id = new.plan_id;
  end if;
  create temporary table calls_again on commit drop as
    select id from calls
    where customer_id = new.customer_id and coalesce(connected_at, answer_at) >= since
      and not exists (select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null);
  update allowance_uses u set used_seconds = greatest(0, u.used_seconds - s.seconds),
      used_calls = greatest(0, u.used_calls - s.calls)
    from (
      select r.plan_id, one.item ->> 'name' as name, (one.item ->> 'period')::timestamptz as period_start,
        sum((one.item ->> 'seconds')::bigint) as seconds, sum((one.item ->> 'calls')::bigint) as calls
      from call_ratings r join calls_again c on c.id = r.call_id
        cross join lateral jsonb_array_elements(r.spent) as one(item)
      where r.spent <> '[]' group by 1, 2, 3
    ) as s
    where u.customer_id = new.customer_id and u.plan_id = s.plan_id and u.name = s.name
      and u.period_start = s.period_start;
  update call_ratings r set spent = '[]' from calls_again c where r.call_id = c.id and r.spent <> '[]';
  update calls set rating_due = true from calls_again c where calls.id = c.id and not calls.rating_due;
  drop table calls_again;
  return new;
end
$$;
create trigger customer_plans_end_rate_anew after update on customer_plans for each row
  when (old.valid_until is distinct from new.valid_until)
  execute function plan_assignment_rates_anew();
