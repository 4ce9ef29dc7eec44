-- The way of a call: prompts, hours, trunks, outbound routes, ring groups, IVR menus and numbers.

-- Sounds that a customer uploaded (WAV, 8,000 Hz, 16 bits, mono).
create table prompts (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  name text not null,
  seconds double precision not null,
  bytes integer not null,
  -- Part of the address of the sound. It cannot be guessed and changes with the sound.
  sound_key text not null,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint prompts_customer_key unique (customer_id, id)
);
create unique index prompts_name_key on prompts (customer_id, lower(name));
create unique index prompts_sound_key on prompts (sound_key);

-- The bytes of prompts, apart from the rows that lists read.
create table prompt_sounds (
  prompt_id uuid primary key,
  customer_id uuid not null,
  content bytea not null,
  constraint prompt_sounds_prompt_fkey foreign key (customer_id, prompt_id)
    references prompts (customer_id, id) on delete cascade
);

-- Opening hours: weekly intervals, holidays, and a manual override.
create table hours (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  name text not null,
  timezone text not null,
  -- `auto`: by the clock. Otherwise open or closed until someone changes it back.
  override text not null default 'auto' check (override in ('auto', 'open', 'closed')),
  intervals jsonb not null default '[]',
  holidays jsonb not null default '[]',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint hours_customer_key unique (customer_id, id)
);
create unique index hours_name_key on hours (customer_id, lower(name));

-- SIP trunks to carriers.
create table trunks (
  id uuid primary key,
  server_id integer not null references endpoints (id),
  -- null: offered to every customer.
  customer_id uuid references customers (id),
  -- Name on the PBX: `PJSIP/trunk.<code>`.
  code text not null check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null,
  enabled boolean not null default true,
  mode text not null check (mode in ('registration', 'address')),
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text not null default '',
  -- Encrypted with the secret key (`platform/db/secrets`). Empty: none.
  secret text not null default '',
  addresses jsonb not null default '[]',
  codecs jsonb not null,
  -- How numbers are written to the carrier.
  format text not null check (format in ('e164', 'digits', 'international')),
  -- Put in front of dialled numbers.
  tech_prefix text not null default '',
  caller_id text not null check (caller_id in ('line', 'trunk', 'hidden')),
  caller_id_number text not null default '',
  -- Maximum number of concurrent calls. 0: no limit.
  max_calls integer not null default 0,
  qualify boolean not null default true,
  -- Country of numbers without a country code. Empty: that of the customer.
  country text not null default '',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint trunks_code_key unique (server_id, code)
);
create index trunks_customer_idx on trunks (customer_id);

-- Which dialled numbers leave over which trunks, by priority.
create table outbound_routes (
  id uuid primary key,
  server_id integer not null references endpoints (id),
  -- null: for every customer.
  customer_id uuid references customers (id),
  name text not null,
  enabled boolean not null default true,
  priority integer not null check (priority between 1 and 1000),
  -- E.164 prefixes. []: all numbers.
  prefixes jsonb not null default '[]',
  -- Short numbers, matched exactly.
  short_numbers jsonb not null default '[]',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index outbound_routes_name_key on outbound_routes (server_id, lower(name));
create index outbound_routes_customer_idx on outbound_routes (customer_id);

-- Trunks of a route, in the order in which they are tried.
create table outbound_route_trunks (
  route_id uuid not null references outbound_routes (id) on delete cascade,
  trunk_id uuid not null references trunks (id),
  position integer not null,
  primary key (route_id, trunk_id)
);
create index outbound_route_trunks_trunk_idx on outbound_route_trunks (trunk_id);
create trigger outbound_route_trunks_own before insert or update on outbound_route_trunks
  for each row execute function nobodys_or_own();

-- Extensions that ring together or in turn, with a destination for unanswered calls.
create table ring_groups (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  name text not null,
  -- Internal number. Empty: none.
  extension text not null default '' check (extension ~ '^([0-9]{2,10})?$'),
  strategy text not null check (strategy in ('ringall', 'hunt', 'widening', 'random')),
  ring_seconds integer not null check (ring_seconds between 5 and 300),
  fallback jsonb not null,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint ring_groups_customer_key unique (customer_id, id)
);
create unique index ring_groups_name_key on ring_groups (customer_id, server_id, lower(name));
create unique index ring_groups_extension_key on ring_groups (customer_id, server_id, extension) where extension <> '';

-- Subscribers of a ring group. A deleted subscriber leaves the group.
create table ring_group_members (
  group_id uuid not null,
  -- Set by a trigger from the group. Both foreign keys contain it, so group and subscriber belong to the same customer.
  customer_id uuid not null,
  subscriber_id uuid not null,
  position integer not null,
  primary key (group_id, subscriber_id),
  constraint ring_group_members_group_fkey foreign key (customer_id, group_id)
    references ring_groups (customer_id, id) on delete cascade
);
create index ring_group_members_subscriber_idx on ring_group_members (subscriber_id);
create trigger ring_group_member_customer before insert on ring_group_members
  for each row execute function ring_group_member_customer();

-- IVR menus.
create table ivrs (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  name text not null,
  -- Internal number. Empty: none.
  extension text not null default '' check (extension ~ '^([0-9]{2,10})?$'),
  -- What callers hear: a sound of the PBX, or `uploaded/<prompt id>`.
  prompt text not null default '',
  invalid_prompt text not null default '',
  timeout_seconds integer not null check (timeout_seconds between 1 and 60),
  attempts integer not null check (attempts between 1 and 10),
  -- Whether callers may dial an extension.
  dial_extensions boolean not null default false,
  -- Destination after the last attempt.
  fallback jsonb not null,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint ivrs_customer_key unique (customer_id, id)
);
create unique index ivrs_name_key on ivrs (customer_id, server_id, lower(name));
create unique index ivrs_extension_key on ivrs (customer_id, server_id, extension) where extension <> '';

-- Destinations of the keys of a menu.
create table ivr_keys (
  ivr_id uuid not null,
  customer_id uuid not null,
  key text not null check (key ~ '^[0-9*#]$'),
  -- Name of the menu, for the message that refuses to delete a destination.
  name text not null,
  destination jsonb not null,
  primary key (ivr_id, key),
  constraint ivr_keys_ivr_fkey foreign key (customer_id, ivr_id)
    references ivrs (customer_id, id) on delete cascade
);

-- Numbers (DIDs) and where their calls go.
create table dids (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  -- E.164 with plus. Unique on the platform.
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$') unique,
  label text not null default '',
  destination jsonb not null,
  hours_id uuid,
  -- Outside the hours. Set exactly when `hours_id` is.
  closed_destination jsonb,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint dids_closed_check check ((hours_id is null) = (closed_destination is null)),
  constraint dids_hours_fkey foreign key (customer_id, hours_id)
    references hours (customer_id, id)
);
create index dids_customer_idx on dids (customer_id);
create index dids_server_idx on dids (server_id);
