create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  seed text not null,
  last_step integer not null default 0,
  started_at timestamptz not null,
  enabled_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table avatars (
  user_id uuid primary key references users (id) on delete cascade,
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default now()
);

alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check check (kind in ('setup', 'password', 'reset'));
