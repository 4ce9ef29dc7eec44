alter table customers add column emergency_caller_id text not null default '';
alter table subscribers add column emergency_caller_id text not null default '';

create trigger customers_emergency_provisioning after update on customers
  for each row when (old.emergency_caller_id is distinct from new.emergency_caller_id)
  execute function provisioning_mark_customer();

insert into provisioning_marks (server_id, resource, resource_id) select id, 'endpoint', id::text from endpoints;
