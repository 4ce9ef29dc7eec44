alter table ring_group_members add column customer_id uuid;
alter table ring_group_members disable trigger user;
update ring_group_members m set customer_id = g.customer_id from ring_groups g where g.id = m.group_id;
delete from ring_group_members m using subscribers s where s.id = m.subscriber_id and s.customer_id <> m.customer_id;
alter table ring_group_members enable trigger user;
alter table ring_group_members
  alter column customer_id set not null,
  drop constraint ring_group_members_group_id_fkey,
  drop constraint ring_group_members_subscriber_id_fkey,
  add constraint ring_group_members_group_fkey
    foreign key (customer_id, group_id) references ring_groups (customer_id, id) on delete cascade,
  add constraint ring_group_members_subscriber_fkey
    foreign key (customer_id, subscriber_id) references subscribers (customer_id, id) on delete cascade;
create function ring_group_member_customer() returns trigger language plpgsql as $$
begin
  if new.customer_id is null then
    new.customer_id := (select customer_id from ring_groups where id = new.group_id);
  end if;
  return new;
end
$$;
create trigger ring_group_member_customer before insert on ring_group_members
  for each row execute function ring_group_member_customer();

alter table ivr_keys
  drop constraint ivr_keys_ivr_id_fkey,
  add constraint ivr_keys_ivr_fkey foreign key (customer_id, ivr_id) references ivrs (customer_id, id) on delete cascade;

alter table invoices
  add constraint invoices_customer_key unique (customer_id, id),
  drop constraint invoices_credits_id_fkey,
  add constraint invoices_credits_fkey foreign key (customer_id, credits_id) references invoices (customer_id, id);
alter table ledger_entries
  drop constraint ledger_entries_invoice_id_fkey,
  add constraint ledger_entries_invoice_fkey foreign key (customer_id, invoice_id) references invoices (customer_id, id);
alter table call_ratings
  drop constraint call_ratings_invoice_id_fkey,
  add constraint call_ratings_invoice_fkey foreign key (customer_id, invoice_id) references invoices (customer_id, id);

alter table api_keys
  add constraint api_keys_customer_key unique (customer_id, id),
  add constraint api_keys_rotated_fkey foreign key (customer_id, rotated_from) references api_keys (customer_id, id)
    on delete set null (rotated_from);

create function nobodys_or_own() returns trigger language plpgsql as $$
declare
  mine uuid;
  theirs uuid;
begin
  if tg_table_name = 'users' then
    mine := new.customer_id;
    select customer_id into theirs from roles where id = new.role_id;
  else
    mine := (select customer_id from outbound_routes where id = new.route_id);
    select customer_id into theirs from trunks where id = new.trunk_id;
  end if;
  if not found or (theirs is not null and theirs is distinct from mine) then
    raise exception 'a row of another customer' using errcode = '23503', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger users_role_own before insert or update of role_id, customer_id on users
  for each row execute function nobodys_or_own();
create trigger outbound_route_trunks_own before insert or update on outbound_route_trunks
  for each row execute function nobodys_or_own();
