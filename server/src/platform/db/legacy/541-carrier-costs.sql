alter table plans add column purpose text not null default 'customer' check (purpose in ('customer', 'carrier'));

create table plan_carriers (
  id uuid primary key,
  plan_id uuid not null references plans (id) on delete cascade,
  server_id integer not null references endpoints (id) on delete cascade,
  device text not null check (device <> ''),
  created_by text not null,
  created_at timestamptz not null default now(),
  constraint plan_carriers_device_key unique (server_id, device)
);
create index plan_carriers_plan_idx on plan_carriers (plan_id);

create table call_costs (
  call_id uuid primary key references calls (id) on delete cascade,
  plan_id uuid not null,
  version_number integer not null,
  device text not null,
  status text not null check (status in ('rated', 'unrated', 'blocked')),
  currency text not null,
  prefix text,
  destination_name text not null default '',
  raw_seconds integer not null default 0,
  billed_seconds integer not null default 0,
  connect_fee numeric(18, 6) not null default 0,
  amount numeric(18, 6) not null default 0,
  steps jsonb not null,
  rated_at timestamptz not null default now()
);

do $$
declare
  name text;
begin
  foreach name in array array['plan_carriers', 'call_costs'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy platform_alone on %I using ((select coalesce(current_setting(''ringside.customers'', true), '''') = ''''))', name);
  end loop;
end
$$;
