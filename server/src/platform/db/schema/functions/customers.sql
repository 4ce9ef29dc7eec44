-- Whether a new code extends, or is extended by, the code of another customer or a name that belongs to anyone.
-- Codes of deleted customers count: they can be restored, and their devices may still be on a PBX. Runs without row-level
-- security, because resellers see only their own customers. The setting is not a `set` clause of the function, which needs a
-- superuser.
create function code_collides(code text) returns boolean language plpgsql as $$
declare
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
  collides boolean;
begin
  perform set_config('ringside.customers', '', true);
  collides := exists (
      select 1 from (
        select c.code from customers c
        union all select d.body ->> 'code' from deleted_rows d where d.resource = 'customer'
      ) as used
      where left(used.code, length($1) + 1) = $1 || '-' or left($1, length(used.code) + 1) = used.code || '-')
    or exists (select 1 from pbx_names n
      where n.name = $1 or left(n.name, length($1) + 1) in ($1 || '-', $1 || '_')
        or left($1, length(n.name) + 1) in (n.name || '-', n.name || '_'));
  perform set_config('ringside.customers', wall, true);
  return collides;
end $$;

-- The customer and all below it.
create function customers_below(top uuid) returns setof uuid language sql stable as $$
  with recursive below as (
    select id from customers where id = top
    union
    select c.id from customers c join below b on c.parent_id = b.id
  )
  select id from below
$$;

-- The customer and its resellers, with their distance.
create function customers_above(customer uuid) returns table(id uuid, depth integer) language sql stable as $$
  with recursive up as (
    select c.id, c.parent_id, 0 as depth from customers c where c.id = customer
    union all
    select c.id, c.parent_id, up.depth + 1 from customers c join up on c.id = up.parent_id where up.depth < 100
  )
  select up.id, up.depth from up
$$;

-- How many of something the customer and all below it have.
create function counted_below(customer uuid, what text) returns bigint language plpgsql stable as $$
begin
  return case what
    when 'queues' then (select count(*) from queues where customer_id in (select customers_below(customer)))
    when 'subscribers' then (select count(*) from subscribers where customer_id in (select customers_below(customer)))
    when 'users' then (select count(*) from users where customer_id in (select customers_below(customer)))
    when 'agents' then (select count(*) from users u join roles r on r.id = u.role_id
      where r.reach = 'own' and u.customer_id in (select customers_below(customer)))
  end;
end
$$;

-- A customer's users who see only their own rows.
create function agents_of(customer uuid) returns bigint language sql stable as $$
  select count(*) from users u join roles r on r.id = u.role_id where u.customer_id = customer and r.reach = 'own'
$$;

-- A limit of the customer's present plan. Before its first version is in force, that version counts.
create function plan_limit(customer uuid, term text) returns integer language sql stable as $$
  select (v.terms ->> term)::integer
  from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
  where cp.customer_id = customer and cp.valid_from <= console_now() and (cp.valid_until is null or cp.valid_until > console_now())
    and (v.valid_from <= console_now() or v.number = 1)
  order by v.valid_from <= console_now() desc nulls last, v.valid_from desc nulls last
  limit 1
$$;

-- The limit that applies: its own, or that of its plan.
create function limit_of(customer uuid, what text) returns integer language plpgsql stable as $$
begin
  return case what
    when 'queues' then (select coalesce(c.max_queues, plan_limit(c.id, 'maxQueues')) from customers c where c.id = customer)
    when 'subscribers' then (select coalesce(c.max_subscribers, plan_limit(c.id, 'maxSubscribers')) from customers c where c.id = customer)
    when 'users' then (select c.max_users from customers c where c.id = customer)
    when 'agents' then (select coalesce(c.max_agents, plan_limit(c.id, 'maxAgents')) from customers c where c.id = customer)
    when 'calls' then (select coalesce(c.max_concurrent_calls, plan_limit(c.id, 'maxConcurrentCalls')) from customers c where c.id = customer)
    when 'recordings' then (select coalesce(c.max_recording_mb, plan_limit(c.id, 'maxRecordingMb')) from customers c where c.id = customer)
  end;
end
$$;

-- Whether any limit applies: its own, of its plan, or of a reseller. Without one nothing has to be counted. Runs
-- without row-level security.
create function is_limited(customer uuid, what text) returns boolean language plpgsql as $$
declare
  limited boolean;
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
begin
  perform set_config('ringside.customers', '', true);
  select bool_or(limit_of(a.id, what) is not null) into limited from customers_above(customer) a;
  perform set_config('ringside.customers', wall, true);
  return coalesce(limited, false);
end
$$;

-- The limit that `more` of something would exceed: its own, or one of a reseller. Locks the customers that have a
-- limit, top down, so that two requests cannot both take the last place. Runs without row-level security.
create function limit_broken(customer uuid, what text, more integer)
returns table(above boolean, most integer) language plpgsql as $$
declare
  one record;
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
begin
  perform set_config('ringside.customers', '', true);
  for one in select a.id, a.depth, limit_of(a.id, what) as most from customers_above(customer) a order by a.depth desc loop
    if one.most is null then continue; end if;
    perform 1 from customers c where c.id = one.id for update;
    if counted_below(one.id, what) + more > one.most then
      above := one.depth > 0;
      most := one.most;
      return next;
      exit;
    end if;
  end loop;
  perform set_config('ringside.customers', wall, true);
end
$$;

-- Whether a plan of the customer has a fee for the item, now or since the given time.
create function asks_for(customer uuid, item text, since timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
    where cp.customer_id = customer and (cp.valid_until is null or cp.valid_until > since)
      and v.terms -> 'unitFees' @> jsonb_build_array(jsonb_build_object('item', item)))
$$;

-- Whether the present plan refuses calls once the allowance is used up.
create function refuses_beyond_included(customer uuid) returns boolean language sql stable as $$
  select coalesce((
    select v.terms ->> 'overageAction' = 'block' and jsonb_array_length(v.terms -> 'allowances') > 0
    from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
    where cp.customer_id = customer and cp.valid_from <= console_now() and (cp.valid_until is null or cp.valid_until > console_now())
      and (v.valid_from <= console_now() or v.number = 1)
    order by v.valid_from <= console_now() desc nulls last, v.valid_from desc nulls last
    limit 1), false)
$$;
