create table wallboards (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  name text not null,
  language text,
  scheme text not null,
  rotate_seconds integer not null,
  sound boolean not null,
  quiet_hours jsonb,
  pages jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint wallboards_name_key unique (customer_id, name)
);

create table wallboard_links (
  id uuid primary key,
  wallboard_id uuid not null references wallboards (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  cidrs jsonb not null default '[]',
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  last_seen_ip text not null default ''
);
create index wallboard_links_board_idx on wallboard_links (wallboard_id);
