-- The second factor of a sign-in, pictures of people, and links that a person asked for himself.

create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with the console's key, bound to the user.
  seed text not null,
  -- The newest 30-second step whose code was taken: a code counts once.
  last_step integer not null default 0,
  started_at timestamptz not null,
  -- Null until the first code proved that the app has the seed.
  enabled_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table avatars (
  user_id uuid primary key references users (id) on delete cascade,
  -- In the picture's address; a new picture has a new one, so an address may be cached for ever.
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default now()
);

alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check check (kind in ('setup', 'password', 'reset'));
