create or replace function provisioning_mark_customer() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.id::text from (
    select server_id from subscribers where customer_id = new.id
    union all select server_id from queues where customer_id = new.id
    union all select server_id from dids where customer_id = new.id
    union all select server_id from ring_groups where customer_id = new.id
    union all select server_id from ivrs where customer_id = new.id
  ) as places;
  return null;
end
$$;
drop trigger customers_provisioning on customers;
create trigger customers_provisioning after update on customers
  for each row when (old.code is distinct from new.code or old.status is distinct from new.status
    or old.country is distinct from new.country)
  execute function provisioning_mark_customer();

create function provisioning_mark_group_member() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select g.server_id, 'ringgroup', g.id::text from ring_groups as g
  where g.id = case when tg_op = 'DELETE' then old.group_id else new.group_id end;
  return null;
end
$$;
create trigger ring_group_members_provisioning after insert or update or delete on ring_group_members
  for each row execute function provisioning_mark_group_member();

create function provisioning_mark_user() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select server_id, 'subscriber', id::text from subscribers where user_id = new.id;
  return null;
end
$$;
create trigger users_provisioning after update on users
  for each row when (old.role_id is distinct from new.role_id)
  execute function provisioning_mark_user();
