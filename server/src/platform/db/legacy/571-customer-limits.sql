alter table customers
  add column max_agents integer check (max_agents >= 0),
  add column max_calls_per_second integer check (max_calls_per_second between 1 and 1000),
  add column max_recording_mb integer check (max_recording_mb >= 0),
  add column recording_bytes bigint,
  add column recording_full boolean not null default false,
  add column default_area_code text not null default '' check (default_area_code ~ '^[0-9]{0,6}$'),
  add column recording_default text not null default 'none'
    check (recording_default in ('none', 'inbound', 'outbound', 'all')),
  add column network_rules boolean not null default true;

alter table subscribers drop constraint subscribers_recording_check;
alter table subscribers add constraint subscribers_recording_check
  check (recording in ('inherit', 'none', 'inbound', 'outbound', 'all', 'on-demand'));

create function plan_limit(customer uuid, term text) returns integer language sql stable as $$
  select (v.terms ->> term)::integer
  from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
  where cp.customer_id = customer and cp.valid_from <= now() and (cp.valid_until is null or cp.valid_until > now())
    and (v.valid_from <= now() or v.number = 1)
  order by v.valid_from <= now() desc nulls last, v.valid_from desc nulls last
  limit 1
$$;

create function agents_of(customer uuid) returns bigint language sql stable as $$
  select count(*) from users u join roles r on r.id = u.role_id where u.customer_id = customer and r.reach = 'own'
$$;

create trigger customers_limits_provisioning after update on customers
  for each row when (old.max_concurrent_calls is distinct from new.max_concurrent_calls
    or old.max_calls_per_second is distinct from new.max_calls_per_second
    or old.default_area_code is distinct from new.default_area_code
    or old.recording_default is distinct from new.recording_default
    or old.recording_full is distinct from new.recording_full)
  execute function provisioning_mark_customer();

create function provisioning_mark_plan() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.customer_id::text from (
    select server_id from subscribers where customer_id = new.customer_id
    union all select server_id from dids where customer_id = new.customer_id
  ) as places;
  return null;
end
$$;
create trigger customer_plans_provisioning after insert or update on customer_plans
  for each row execute function provisioning_mark_plan();

create function provisioning_mark_plan_version() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct s.server_id, 'customer', s.customer_id::text
  from customer_plans cp join subscribers s on s.customer_id = cp.customer_id
  where cp.plan_id = new.plan_id and new.valid_from is not null;
  return null;
end
$$;
create trigger plan_versions_provisioning after insert or update on plan_versions
  for each row execute function provisioning_mark_plan_version();
