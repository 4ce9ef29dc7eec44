alter table customers
  add column billing_line1 text not null default '',
  add column billing_line2 text not null default '',
  add column billing_postcode text not null default '',
  add column billing_city text not null default '',
  add column billing_region text not null default '',
  add column billing_country text,
  add column suspended_at timestamptz,
  add column terminated_at timestamptz;

create function address_line1(whole text) returns text language sql immutable as $$
  select case when length(whole) <= 250 then whole else coalesce(substring(whole from '^(.{1,250})\s'), left(whole, 250)) end
$$;
alter table customers disable trigger user;
update customers set billing_line1 = address_line1(billing_address),
  billing_line2 = btrim(substr(billing_address, length(address_line1(billing_address)) + 1))
where billing_address <> '';
alter table customers enable trigger user;
update deleted_rows set body = body || jsonb_build_object(
  'billing_line1', address_line1(body ->> 'billing_address'),
  'billing_line2', btrim(substr(body ->> 'billing_address', length(address_line1(body ->> 'billing_address')) + 1)))
where table_name = 'customers' and body ->> 'billing_address' <> '';
drop function address_line1(text);
alter table customers drop column billing_address;

update customers c set
  suspended_at = coalesce(case when c.status = 'suspended' then c.status_since end, (select max(a.at) from audit a
    where a.resource = 'customer' and a.resource_id = c.id::text and a.after ->> 'status' = 'suspended')),
  terminated_at = coalesce(case when c.status = 'terminated' then c.status_since end, (select max(a.at) from audit a
    where a.resource = 'customer' and a.resource_id = c.id::text and a.after ->> 'status' = 'terminated'));

create function customer_status_times() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    if tg_op = 'UPDATE' then new.status_since := now(); end if;
    if new.status = 'suspended' then new.suspended_at := now(); end if;
    if new.status = 'terminated' then new.terminated_at := now(); end if;
  end if;
  return new;
end
$$;
create trigger customer_status_times before insert or update of status on customers
  for each row execute function customer_status_times();

alter table customers drop constraint customers_brand_color_check;
alter table customers add constraint customers_brand_color_check check (
  brand_color in ('standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'slate') or brand_color ~ '^#[0-9a-f]{6}$');
