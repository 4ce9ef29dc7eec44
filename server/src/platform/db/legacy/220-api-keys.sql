create table api_keys (
  id uuid primary key,
  customer_id uuid references customers (id),
  owner_user_id uuid not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  secret_hash text not null unique,
  last4 text not null,
  scopes jsonb not null default '[]',
  cidrs jsonb not null default '[]',
  rate_limit_per_minute integer not null default 120,
  status text not null default 'active' check (status in ('active', 'revoked')),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text not null default '',
  use_count bigint not null default 0,
  created_by text not null,
  revoked_by text not null default '',
  revoked_reason text not null default '',
  rotated_from uuid references api_keys (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint api_keys_owner_fkey foreign key (customer_id, owner_user_id) references users (customer_id, id) on delete cascade
);
create index api_keys_owner_idx on api_keys (owner_user_id);
create index api_keys_customer_idx on api_keys (customer_id);
