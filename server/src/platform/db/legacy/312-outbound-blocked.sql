alter table billing_accounts add column outbound_blocked boolean not null default false;

create function provisioning_mark_account() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.customer_id::text from subscribers where customer_id = new.customer_id;
  return null;
end
$$;
create trigger billing_accounts_provisioning after update on billing_accounts
  for each row when (old.outbound_blocked is distinct from new.outbound_blocked)
  execute function provisioning_mark_account();
