alter table users add column search text generated always as
  (lower(username || E'\n' || email || E'\n' || firstname || ' ' || lastname)) stored;
alter table audit add column search text generated always as
  (lower(username || E'\n' || coalesce(acted_by, '') || E'\n' || resource_name || E'\n' || action || E'\n' || resource || E'\n' || ip)) stored;

alter table subscribers add column search text not null default '';
create function subscriber_search() returns trigger language plpgsql as $$
begin
  new.search := lower((select code from customers where id = new.customer_id) || '-' || new.extension
    || E'\n' || new.name || E'\n' || new.caller_id_number);
  return new;
end
$$;
create trigger subscriber_search before insert or update of extension, name, caller_id_number, customer_id on subscribers
  for each row execute function subscriber_search();
alter table subscribers disable trigger user;
update subscribers s set search = lower(c.code || '-' || s.extension || E'\n' || s.name || E'\n' || s.caller_id_number)
  from customers c where c.id = s.customer_id;
alter table subscribers enable trigger user;

create index subscribers_name_idx on subscribers (lower(name), id);
create index subscribers_customer_idx on subscribers (customer_id, id);
create index users_lastname_idx on users (lower(lastname), id);
create index users_email_order_idx on users (lower(email), id);
