create function customers_above(customer uuid) returns table (id uuid, depth integer) language sql stable as $$
  with recursive up as (
    select c.id, c.parent_id, 0 as depth from customers c where c.id = customer
    union all
    select c.id, c.parent_id, up.depth + 1 from customers c join up on c.id = up.parent_id where up.depth < 100
  )
  select up.id, up.depth from up
$$;

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

create function limit_broken(customer uuid, what text, more integer) returns table (above boolean, most integer)
language plpgsql as $$
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

create function mark_customers_below(top uuid) returns void language sql as $$
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct places.server_id, 'customer', places.customer_id::text from (
    select s.server_id, s.customer_id from subscribers s
    union all select d.server_id, d.customer_id from dids d
    union all select q.server_id, q.customer_id from queues q where q.managed
  ) as places
  where places.customer_id in (select customers_below(top)) and places.customer_id <> top
$$;
create function provisioning_mark_below() returns trigger language plpgsql as $$
declare
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
begin
  perform set_config('ringside.customers', '', true);
  if tg_table_name = 'customer_plans' then
    perform mark_customers_below(new.customer_id);
  elsif tg_table_name = 'plan_versions' then
    perform mark_customers_below(cp.customer_id) from customer_plans cp where cp.plan_id = new.plan_id and new.valid_from is not null
      and exists (select 1 from customers c where c.parent_id = cp.customer_id);
  else
    perform mark_customers_below(new.id);
    if new.parent_id is distinct from old.parent_id then
      insert into provisioning_marks (server_id, resource, resource_id)
      select distinct s.server_id, 'customer', new.id::text from subscribers s where s.customer_id = new.id;
    end if;
  end if;
  perform set_config('ringside.customers', wall, true);
  return null;
end
$$;
create trigger customers_below_provisioning after update on customers
  for each row when (old.max_concurrent_calls is distinct from new.max_concurrent_calls or old.parent_id is distinct from new.parent_id
    or old.code is distinct from new.code)
  execute function provisioning_mark_below();
create trigger customer_plans_below_provisioning after insert or update on customer_plans
  for each row execute function provisioning_mark_below();
create trigger plan_versions_below_provisioning after insert or update on plan_versions
  for each row execute function provisioning_mark_below();
