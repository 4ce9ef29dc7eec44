alter table customers
  add column brand_host text not null default '',
  add column status_since timestamptz not null default now();
update customers set status_since = updated_at;
create unique index customers_brand_host_key on customers (lower(brand_host)) where brand_host <> '';
