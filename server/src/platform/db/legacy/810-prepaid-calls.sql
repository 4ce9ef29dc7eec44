create or replace function provisioning_mark_account() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select server_id, 'customer', new.customer_id::text from (
    select server_id from subscribers where customer_id = new.customer_id
    union select server_id from dids where customer_id = new.customer_id
  ) as places;
  return null;
end
$$;
drop trigger billing_accounts_provisioning on billing_accounts;
create trigger billing_accounts_provisioning after update on billing_accounts
  for each row when (old.outbound_blocked is distinct from new.outbound_blocked
    or old.billing_method is distinct from new.billing_method)
  execute function provisioning_mark_account();
create trigger billing_accounts_new_provisioning after insert on billing_accounts
  for each row when (new.billing_method = 'prepaid')
  execute function provisioning_mark_account();
insert into provisioning_marks (server_id, resource, resource_id)
select server_id, 'endpoint', '' from provisioning;
