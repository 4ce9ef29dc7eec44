-- Customers and resellers, their limits and their branding.

-- A customer (tenant). Every tenant row carries its id as `customer_id`, and row-level security compares that column.
create table customers (
  id uuid primary key,
  -- The reseller above this customer. null: a customer of the platform.
  parent_id uuid references customers (id),
  -- Short name without spaces. It is part of the names on the PBX and never changes.
  code text not null unique,
  name text not null,
  status text not null default 'active' check (status in ('pending', 'active', 'suspended', 'terminated')),
  -- Time of the last change of status.
  status_since timestamptz not null default console_now(),
  -- Why the status was changed, in words.
  status_reason text not null default '',
  -- Time of the last suspension. null: never.
  suspended_at timestamptz,
  -- Time of the last termination. null: never.
  terminated_at timestamptz,
  -- Key of another system, given by the reseller. Empty: none.
  external_id text not null default '',
  timezone text not null default 'UTC',
  currency text not null default 'USD',
  language text not null default 'en',
  country text not null default 'US',
  contact_name text not null default '',
  contact_email text not null default '',
  phone text not null default '',
  -- PBX servers that the customer may use, the default first. [] means any. No foreign keys: deleting a server must not
  -- widen the choice.
  server_ids jsonb not null default '[]' check (jsonb_typeof(server_ids) = 'array'),
  legal_name text not null default '',
  tax_id text not null default '',
  billing_email text not null default '',
  -- Postal address of invoices, in parts, because each country writes them in its own order.
  billing_line1 text not null default '',
  billing_line2 text not null default '',
  billing_postcode text not null default '',
  billing_city text not null default '',
  billing_region text not null default '',
  -- null: the country of the customer.
  billing_country text,
  -- Limits. null: the limit of the plan, or none. The limit of a reseller counts all customers below it.
  max_subscribers integer check (max_subscribers >= 0),
  max_queues integer check (max_queues >= 0),
  max_users integer check (max_users >= 0),
  max_agents integer check (max_agents >= 0),
  max_concurrent_calls integer check (max_concurrent_calls >= 0),
  -- Outbound calls that may start in one second.
  max_calls_per_second integer check (max_calls_per_second between 1 and 1000),
  -- Storage for recordings.
  max_recording_mb integer check (max_recording_mb >= 0),
  -- Size of the recordings at the last count. null: no limit, so nothing is counted.
  recording_bytes bigint,
  -- The storage limit is reached: no new recording starts.
  recording_full boolean not null default false,
  -- Recording of lines whose own setting is `inherit`.
  recording_default text not null default 'none' check (recording_default in ('none', 'inbound', 'outbound', 'all')),
  -- Age at which recordings are deleted. null: never.
  recording_retention_days integer check (recording_retention_days between 1 and 36500),
  -- Legal hold: no recording is deleted.
  recording_hold boolean not null default false,
  -- Age at which call records are deleted. null: never.
  cdr_retention_days integer check (cdr_retention_days between 1 and 36500),
  -- Queue visits before this time have lost their caller numbers to retention. null: none have.
  callers_gone_before timestamptz,
  -- Whether the customer's own users may delete recordings.
  allow_recording_delete boolean not null default false,
  -- Whether the customer's own users see prices.
  show_prices boolean not null default false,
  -- How supervisors may listen to calls: silently, with a tone for the agent, or not at all.
  supervision text not null default 'silent' check (supervision in ('silent', 'tone', 'off')),
  -- Whether the customer's network rules apply.
  network_rules boolean not null default true,
  -- Put in front of numbers dialled without an area code.
  default_area_code text not null default '' check (default_area_code ~ '^[0-9]{0,6}$'),
  -- Caller ID of emergency calls whose line has none. E.164 with plus. Empty: as for other calls.
  emergency_caller_id text not null default '',
  -- Name, colour and host name of the console as the customer's users see it. Empty: those of the reseller.
  brand_name text not null default '',
  brand_color text not null default 'standard'
    check (brand_color in ('standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink',
      'slate') or brand_color ~ '^#[0-9a-f]{6}$'),
  brand_host text not null default '',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create index customers_parent_idx on customers (parent_id);
create unique index customers_name_key on customers (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'),
  lower(name));
create unique index customers_external_id_key on customers (coalesce(parent_id,
  '00000000-0000-0000-0000-000000000000'), external_id) where external_id <> '';
create index customers_order_idx on customers (lower(name), id);
create unique index customers_brand_host_key on customers (lower(brand_host)) where brand_host <> '';

-- Logo of a customer, shown in the console and on the customer's sign-in page.
create table customer_logos (
  customer_id uuid primary key references customers (id) on delete cascade,
  -- Part of the address of the image. It cannot be guessed and changes with the image, so browsers may cache it
  -- forever.
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default console_now()
);
