alter table customers
  add column status_reason text not null default '',
  add column legal_name text not null default '',
  add column tax_id text not null default '',
  add column billing_address text not null default '',
  add column billing_email text not null default '',
  add column external_id text not null default '',
  add column max_subscribers integer check (max_subscribers >= 0),
  add column max_queues integer check (max_queues >= 0),
  add column max_users integer check (max_users >= 0),
  add column max_concurrent_calls integer check (max_concurrent_calls >= 0);
create unique index customers_external_id_key on customers (external_id) where external_id <> '';
