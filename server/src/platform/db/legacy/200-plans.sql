create table plans (
  id uuid primary key,
  name text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'active', 'retired')),
  currency text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index plans_name_key on plans (lower(name));

create table plan_versions (
  plan_id uuid not null references plans (id) on delete cascade,
  number integer not null check (number >= 1),
  valid_from timestamptz,
  terms jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (plan_id, number)
);

create function plan_version_in_force_stays() returns trigger language plpgsql as $$
begin
  if old.valid_from <= now() then
    raise exception 'version % is in force and stays as it is', old.number;
  end if;
  return new;
end
$$;
create trigger plan_versions_in_force before update on plan_versions
  for each row execute function plan_version_in_force_stays();

create table customer_plans (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  plan_id uuid not null references plans (id),
  valid_from timestamptz not null,
  valid_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  check (valid_until is null or valid_until > valid_from),
  constraint customer_plans_from_key unique (customer_id, valid_from)
);
create index customer_plans_plan_idx on customer_plans (plan_id);

create table rates (
  id uuid primary key,
  plan_id uuid not null references plans (id) on delete cascade,
  direction text not null check (direction in ('outbound', 'inbound')),
  prefix text not null check (prefix ~ '^[0-9]{1,24}$'),
  timing text not null default 'any' check (timing in ('any', 'peak', 'off-peak')),
  destination_name text not null default '',
  destination_group text not null default '',
  connect_fee numeric(15, 6) not null default 0 check (connect_fee >= 0),
  rate_per_minute numeric(15, 6) not null check (rate_per_minute >= 0),
  initial_seconds integer not null default 60 check (initial_seconds >= 1),
  increment_seconds integer not null default 60 check (increment_seconds >= 1),
  free_seconds integer not null default 0 check (free_seconds >= 0),
  grace_seconds integer not null default 0 check (grace_seconds >= 0),
  min_charge numeric(15, 6) check (min_charge >= 0),
  max_charge numeric(15, 6) check (max_charge >= 0),
  blocked boolean not null default false,
  effective_from timestamptz not null,
  effective_until timestamptz,
  version integer not null default 1,
  check (effective_until is null or effective_until > effective_from),
  constraint rates_start_key unique (plan_id, direction, prefix, timing, effective_from)
);
