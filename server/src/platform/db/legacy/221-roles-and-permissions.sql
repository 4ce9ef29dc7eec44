alter table roles drop constraint roles_name_key;
alter table roles
  add column customer_id uuid references customers (id),
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
create unique index roles_name_key on roles (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index roles_customer_idx on roles (customer_id);

create table permissions (
  id uuid primary key,
  key text not null,
  resource text not null,
  actions jsonb not null,
  description text not null default '',
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index permissions_key_key on permissions (lower(key));

alter table sessions add column acted_by uuid references users (id) on delete cascade;
alter table audit add column acted_by text;
