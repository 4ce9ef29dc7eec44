alter table plans add column rates_revision bigint not null default 0;

create function rates_changed() returns trigger language plpgsql as $$
begin
  update plans set rates_revision = rates_revision + 1 where id in (select plan_id from changed);
  return null;
end
$$;
create trigger rates_added after insert on rates referencing new table as changed
  for each statement execute function rates_changed();
create trigger rates_altered after update on rates referencing new table as changed
  for each statement execute function rates_changed();
create trigger rates_removed after delete on rates referencing old table as changed
  for each statement execute function rates_changed();

create function provisioning_mark_rates() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct place.server_id, 'plan', new.id::text
  from customer_plans cp join (
    select customer_id, server_id from subscribers union select customer_id, server_id from dids
  ) as place on place.customer_id = cp.customer_id
  where cp.plan_id = new.id and (cp.valid_until is null or cp.valid_until > now());
  return null;
end
$$;
create trigger plans_rates_provisioning after update on plans
  for each row when (old.rates_revision is distinct from new.rates_revision)
  execute function provisioning_mark_rates();

create index rates_from_idx on rates (effective_from);
create index rates_until_idx on rates (effective_until) where effective_until is not null;
create index rates_timed_idx on rates (plan_id) where timing <> 'any';

alter table provisioning add column rate_tables jsonb not null default '{}';

alter table plan_versions disable trigger plan_versions_in_force;
update plan_versions v set terms = jsonb_set(v.terms, '{unratedPolicy}', '"zero"')
where v.terms ->> 'unratedPolicy' = 'block'
  and exists (select 1 from customer_plans cp where cp.plan_id = v.plan_id)
  and not exists (select 1 from rates r where r.plan_id = v.plan_id and r.direction = 'outbound');
alter table plan_versions enable trigger plan_versions_in_force;
