-- Users, roles, permissions, access rules, sign-in, API keys and the audit trail.

-- A role: built in, or made by the platform or by one customer.
create table roles (
  id uuid primary key,
  -- null: a role of the platform, offered to every customer.
  customer_id uuid references customers (id),
  name text not null,
  description text not null default '',
  built_in boolean not null default false,
  -- Rank. Users give only roles below or at their own.
  level integer not null,
  -- How far the role sees: the platform, a customer, the call centers of the user, or the user alone.
  reach text not null check (reach in ('platform', 'subtree', 'customer', 'team', 'own')),
  -- Whether users of the platform or of customers may hold the role.
  holders text not null check (holders in ('platform', 'customer', 'either')),
  require_two_factor boolean not null default false,
  -- null: the setting of the console.
  session_idle_minutes integer check (session_idle_minutes between 5 and 1440),
  -- First page after sign-in.
  landing text not null default 'home',
  -- Per resource: a smaller reach and masked fields. [{resource, reach, masks}].
  narrowed jsonb not null default '[]',
  -- Ids of the roles that may give this role. []: every role of sufficient level.
  assignable_by jsonb not null default '[]',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index roles_name_key on roles (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'),
  lower(name));
create index roles_customer_idx on roles (customer_id);

-- What a role may do: an action on a resource.
create table role_abilities (
  role_id uuid not null references roles (id) on delete cascade,
  action text not null,
  resource text not null,
  primary key (role_id, action, resource)
);

-- Named bundles of actions on a resource. The console writes the built-in ones at start.
create table permissions (
  id uuid primary key,
  key text not null,
  resource text not null,
  actions jsonb not null,
  description text not null default '',
  built_in boolean not null default false,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index permissions_key_key on permissions (lower(key));

-- A person who signs in, or was invited to.
create table users (
  id uuid primary key,
  -- null: staff of the platform.
  customer_id uuid references customers (id),
  username text not null,
  email text not null,
  firstname text not null default '',
  lastname text not null default '',
  phone text not null default '',
  role_id uuid not null references roles (id),
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  language text not null default 'en',
  timezone text not null default 'UTC',
  theme jsonb not null default '{}',
  -- First page after sign-in. `role`: the role's.
  landing text not null default 'role',
  password_hash text,
  password_changed_at timestamptz,
  -- The user has to choose a new password at the next sign-in.
  must_renew boolean not null default false,
  require_two_factor boolean not null default false,
  -- The account ends then. null: never.
  expires_at timestamptz,
  -- Concurrent sessions. null: no limit.
  session_limit integer check (session_limit between 1 and 100),
  last_login_at timestamptz,
  last_login_ip text not null default '',
  -- Who last sent a link to choose a password.
  invited_by text not null default '',
  -- API key that created the user. Revoking the key disables the user.
  via_key_id uuid,
  -- Name of that key, kept after the key is deleted.
  via_key_name text not null default '',
  -- Text that lists search in, lower case.
  search text generated always as (
    lower(username || E'\n' || email || E'\n' || firstname || ' ' || lastname)
  ) stored,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint users_customer_id_id_key unique (customer_id, id)
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index users_customer_idx on users (customer_id);
create index users_order_idx on users (lower(username), id);
create index users_role_idx on users (role_id);
create index users_lastname_idx on users (lower(lastname), id);
create index users_email_order_idx on users (lower(email), id);
create index users_via_key on users (via_key_id) where via_key_id is not null;
create trigger users_role_own before insert or update of role_id, customer_id on users
  for each row execute function nobodys_or_own();

-- Call centers that a user with the reach `team` sees.
create table user_callcenters (
  user_id uuid not null,
  customer_id uuid not null,
  callcenter_id uuid not null,
  primary key (user_id, callcenter_id),
  constraint user_callcenters_user_fkey foreign key (customer_id, user_id)
    references users (customer_id, id) on delete cascade
);
create index user_callcenters_callcenter_idx on user_callcenters (customer_id, callcenter_id);

-- Sessions of signed-in users.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the token in the cookie.
  token_hash text not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default console_now(),
  last_seen_at timestamptz not null default console_now(),
  expires_at timestamptz not null,
  -- The user of the platform's support who opened the session on behalf of the user.
  acted_by uuid references users (id) on delete cascade
);
create index sessions_user_idx on sessions (user_id);

-- Links to set up the console, to choose a password or to reset it.
create table one_time_links (
  id uuid primary key,
  kind text not null check (kind in ('setup', 'password', 'reset')),
  user_id uuid references users (id) on delete cascade,
  -- SHA-256 of the token in the link.
  token_hash text not null unique,
  created_at timestamptz not null default console_now(),
  expires_at timestamptz not null
);

-- Failed sign-ins and the resulting lock.
create table login_failures (
  -- The user name, address or pair that is locked.
  key text primary key,
  failures integer not null,
  -- How often it was locked in a row. Each lock lasts longer than the one before.
  stage integer not null default 0,
  first_at timestamptz not null,
  locked_until timestamptz
);

-- Networks from which a user signed in before. Failed sign-ins from other networks do not lock the user out of these.
create table known_networks (
  username text not null,
  network text not null,
  seen_at timestamptz not null default console_now(),
  primary key (username, network)
);

-- Where each user signed in. A sign-in from a new place sends a notification.
create table sign_in_places (
  user_id uuid not null references users (id) on delete cascade,
  -- IPv4 /24 or IPv6 /48.
  network text not null,
  -- Browser and operating system.
  device text not null,
  last_at timestamptz not null,
  primary key (user_id, network, device)
);

-- Second factor (TOTP) of a user.
create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with the secret key (`platform/db/secrets`).
  seed text not null,
  -- Newest 30-second step whose code was used: a code counts once.
  last_step integer not null default 0,
  started_at timestamptz not null,
  -- null: not confirmed with a first code yet.
  enabled_at timestamptz
);

-- One-time codes that replace the second factor.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Passkeys of a user (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- base64url.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- Signature counter. A copy of the key would fall behind.
  counter bigint not null,
  transports jsonb not null default '[]',
  -- Host name that the passkey was made for. It works for no other.
  rp_id text not null,
  -- Whether the device backs the passkey up.
  synced boolean not null,
  name text not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id);

-- Open WebAuthn challenges.
create table passkey_challenges (
  challenge_hash text primary key,
  -- SHA-256 of the session (registration) or of the attempt (sign-in) that has to send the answer.
  bound_to text not null,
  address text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry_idx on passkey_challenges (expires_at);
create index passkey_challenges_address_idx on passkey_challenges (address);

-- Pictures of users.
create table avatars (
  user_id uuid primary key references users (id) on delete cascade,
  -- Part of the address of the picture. It changes with the picture, so browsers may cache it forever.
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default console_now()
);

-- Columns and row height that a user chose for a list.
create table list_views (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  columns jsonb,
  density text not null check (density in ('comfortable', 'compact')),
  primary key (user_id, list)
);

-- API keys. Only the SHA-256 of a key is stored. Keys are deleted with their owner.
create table api_keys (
  id uuid primary key,
  -- null: a key of the platform.
  customer_id uuid references customers (id),
  owner_user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- First characters of the key, to recognise it.
  prefix text not null,
  secret_hash text not null unique,
  last4 text not null,
  -- Abilities. They never exceed those of the owner.
  scopes jsonb not null default '[]',
  -- Networks that may use the key. []: any.
  cidrs jsonb not null default '[]',
  rate_limit_per_minute integer not null default 120,
  status text not null default 'active' check (status in ('active', 'revoked')),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text not null default '',
  use_count bigint not null default 0,
  revoked_by text not null default '',
  revoked_reason text not null default '',
  -- The key that this one replaced.
  rotated_from uuid references api_keys (id) on delete set null,
  -- API key that created this one. Revoking that key revokes this one.
  via_key_id uuid,
  created_at timestamptz not null default console_now(),
  created_by text not null,
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint api_keys_owner_fkey foreign key (customer_id, owner_user_id)
    references users (customer_id, id) on delete cascade,
  constraint api_keys_customer_key unique (customer_id, id),
  constraint api_keys_rotated_fkey foreign key (customer_id, rotated_from)
    references api_keys (customer_id, id) on delete set null (rotated_from)
);
create index api_keys_owner_idx on api_keys (owner_user_id);
create index api_keys_customer_idx on api_keys (customer_id);
create index api_keys_via_key on api_keys (via_key_id) where via_key_id is not null;

-- Access rules: exceptions to roles (`access`), allowed networks (`network`) and dialled numbers (`dial`).
create table acl_rules (
  id uuid primary key,
  -- null: a rule of the platform, which applies to every customer.
  customer_id uuid references customers (id),
  kind text not null check (kind in ('access', 'network', 'dial')),
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  priority integer not null check (priority between 1 and 1000),
  subject_type text not null check (subject_type in ('everyone', 'role', 'user', 'apikey', 'customer', 'subscriber')),
  -- The role, user, key, customer or subscriber that the rule is about.
  subject_id uuid,
  effect text not null check (effect in ('allow', 'deny')),
  resource text,
  actions jsonb not null default '[]',
  -- Narrow the rule to these customers, call centers, queues and servers. []: all.
  customer_ids jsonb not null default '[]',
  callcenter_ids jsonb not null default '[]',
  queue_ids jsonb not null default '[]',
  server_ids jsonb not null default '[]',
  -- The rule is about the user's own rows only.
  own_only boolean not null default false,
  -- The rule is about everything except those.
  all_but boolean not null default false,
  -- Fields that the rule hides.
  field_mask jsonb not null default '[]',
  cidrs jsonb not null default '[]',
  prefixes jsonb not null default '[]',
  valid_from timestamptz,
  valid_until timestamptz,
  -- When in the week the rule applies. null: always.
  time_window jsonb,
  -- Level of the author. Only users of that level or above may loosen the rule. 1000: any.
  author_level integer not null default 1000,
  -- API key that created the rule.
  via_key_id uuid,
  -- How often the rule decided.
  hit_count integer not null default 0,
  last_hit_at timestamptz,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  check ((subject_type = 'everyone') = (subject_id is null))
);
create unique index acl_rules_priority_key on acl_rules (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'),
  kind, priority);
create index acl_rules_via_key on acl_rules (via_key_id) where via_key_id is not null;

-- Last entry of the audit chain. Its row lock orders the writers.
create table audit_head (
  -- Keeps the table at one row.
  single boolean primary key default true check (single),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, repeat('0', 64));

-- Audit trail, append-only. Each entry contains the hash of the entry before, so a changed, missing or inserted entry
-- shows. No foreign keys: an entry outlives what it is about.
create table audit (
  id uuid primary key,
  at timestamptz not null default console_now(),
  customer_id uuid,
  user_id uuid,
  username text not null,
  -- User of the support who acted on behalf of `username`.
  acted_by text,
  action text not null,
  resource text not null,
  resource_id text,
  resource_name text not null default '',
  -- Changed fields before and after.
  before jsonb,
  after jsonb,
  ip text not null default '',
  user_agent text not null default '',
  -- Text that the list searches in, lower case.
  search text generated always as (
    lower(username || E'\n' || coalesce(acted_by, '') || E'\n' || resource_name || E'\n' || action || E'\n'
      || resource || E'\n' || ip)
  ) stored,
  -- Position in the chain.
  seq bigint not null,
  prev_hash text not null,
  -- SHA-256 of this entry and `prev_hash`, hexadecimal.
  hash text not null
);
create index audit_at_idx on audit (at desc, id desc);
create index audit_customer_idx on audit (customer_id, at desc);
create unique index audit_seq_key on audit (seq);
create index audit_resource_idx on audit (resource, resource_id, seq desc);
create trigger audit_no_update before update on audit
  for each row execute function audit_is_append_only();
create trigger audit_chained before insert on audit
  for each row execute function audit_chain();
create trigger audit_no_delete before delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function audit_is_append_only();
create constraint trigger audit_head_follows after insert on audit deferrable initially deferred
  for each row execute function audit_head_follows();

-- Hash of an audit entry.
create function audit_hash(entry audit) returns text language sql stable as $$
  select encode(sha256(convert_to(
    audit_field(entry.prev_hash) || audit_field(entry.seq::text) || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
    || audit_field(entry.customer_id::text) || audit_field(entry.user_id::text) || audit_field(entry.username)
    || audit_field(entry.acted_by) || audit_field(entry.action) || audit_field(entry.resource)
    || audit_field(entry.resource_id) || audit_field(entry.resource_name) || audit_field(entry.before::text)
    || audit_field(entry.after::text) || audit_field(entry.ip) || audit_field(entry.user_agent), 'UTF8')), 'hex')
$$;
