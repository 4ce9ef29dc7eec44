create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  rp_id text not null,
  synced boolean not null,
  name text not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text primary key,
  bound_to text not null,
  address text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry_idx on passkey_challenges (expires_at);
create index passkey_challenges_address_idx on passkey_challenges (address);
