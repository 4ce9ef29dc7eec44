alter table customers add column parent_id uuid references customers (id);
create index customers_parent_idx on customers (parent_id);
drop index customers_name_key;
create unique index customers_name_key
  on customers (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
drop index customers_external_id_key;
create unique index customers_external_id_key
  on customers (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), external_id) where external_id <> '';

alter table roles drop constraint roles_reach_check;
alter table roles add constraint roles_reach_check check (reach in ('platform', 'subtree', 'customer', 'team', 'own'));

create function customers_below(top uuid) returns setof uuid language sql stable as $$
  with recursive below as (
    select id from customers where id = top
    union
    select c.id from customers c join below b on c.parent_id = b.id
  )
  select id from below
$$;
