create function refuses_beyond_included(customer uuid) returns boolean language sql stable as $$
  select coalesce((
    select v.terms ->> 'overageAction' = 'block' and jsonb_array_length(v.terms -> 'allowances') > 0
    from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
    where cp.customer_id = customer and cp.valid_from <= now() and (cp.valid_until is null or cp.valid_until > now())
      and (v.valid_from <= now() or v.number = 1)
    order by v.valid_from <= now() desc nulls last, v.valid_from desc nulls last
    limit 1), false)
$$;
