create table acl_rules (
  id uuid primary key,
  customer_id uuid references customers (id),
  kind text not null check (kind in ('access', 'network', 'dial')),
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  priority integer not null check (priority between 1 and 1000),
  subject_type text not null check (subject_type in ('everyone', 'role', 'user', 'apikey', 'customer')),
  subject_id uuid,
  effect text not null check (effect in ('allow', 'deny')),
  resource text,
  actions jsonb not null default '[]',
  cidrs jsonb not null default '[]',
  prefixes jsonb not null default '[]',
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((subject_type = 'everyone') = (subject_id is null))
);
create unique index acl_rules_priority_key
  on acl_rules (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), kind, priority);
