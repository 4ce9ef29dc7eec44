-- Passkeys: public keys of devices that sign their owner in, and the challenges that are out.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- As the device gave it, in base64url.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- Signatures so far, of a device that counts them; a copy of the key would fall behind.
  counter bigint not null,
  transports jsonb not null default '[]',
  -- The name of the console that it was made for: it works under no other.
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
  -- SHA-256 of what the answer must come with: the session of a registration, the attempt of a sign-in.
  bound_to text not null,
  address text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry_idx on passkey_challenges (expires_at);
create index passkey_challenges_address_idx on passkey_challenges (address);
