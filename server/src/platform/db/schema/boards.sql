-- Wallboards and notifications.

-- Wallboards: pages of tiles.
create table wallboards (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  name text not null,
  language text,
  scheme text not null,
  rotate_seconds integer not null,
  sound boolean not null,
  -- No sound between these times. null: none.
  quiet_hours jsonb,
  -- Pages and tiles as the contract declares them.
  pages jsonb not null,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint wallboards_name_key unique (customer_id, name)
);

-- Links that open a wallboard without signing in. A revoked link stays as a record.
create table wallboard_links (
  id uuid primary key,
  wallboard_id uuid not null references wallboards (id) on delete cascade,
  name text not null,
  -- SHA-256 of the token in the link.
  token_hash text not null unique,
  -- Networks that may open the link. []: any.
  cidrs jsonb not null default '[]',
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default console_now(),
  last_seen_at timestamptz,
  last_seen_ip text not null default ''
);
create index wallboard_links_board_idx on wallboard_links (wallboard_id);

-- Notifications, one row per user.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  params jsonb not null,
  -- Names what is going on, such as `pbx:3`, so that it is notified once and its end updates the same row.
  open_key text,
  at timestamptz not null,
  read_at timestamptz,
  constraint notifications_open_key unique (user_id, open_key)
);
create index notifications_user_idx on notifications (user_id, at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;
create index notifications_at_idx on notifications (at);
create index notifications_open_idx on notifications (open_key) where open_key is not null;
