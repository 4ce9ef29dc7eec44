create table provisioning (
  server_id integer primary key references endpoints (id) on delete cascade,
  enabled boolean not null default false,
  username text not null default '',
  secret text not null default '',
  port integer not null default 0 check (port between 0 and 65535),
  tls boolean not null default false,
  check_minutes integer not null default 60 check (check_minutes between 0 and 1440),
  held boolean not null default false,
  failures integer not null default 0,
  retry_at timestamptz,
  problem jsonb,
  live_login_writes boolean not null default false,
  includes jsonb not null default '[]',
  checked_at timestamptz
);

create table provisioning_marks (
  id bigint generated always as identity primary key,
  server_id integer not null,
  resource text not null,
  resource_id text not null,
  at timestamptz not null default now()
);
create index provisioning_marks_server_idx on provisioning_marks (server_id, resource, resource_id);

create table provisioning_objects (
  server_id integer not null references endpoints (id) on delete cascade,
  kind text not null check (kind in ('pjsip', 'queue', 'dialplan')),
  name text not null,
  resource text not null default '',
  resource_id text not null default '',
  state text not null check (state in ('applied', 'pending', 'failed', 'drift')),
  reason text,
  params jsonb not null default '{}',
  applied_hash text not null default '',
  applied_at timestamptz,
  primary key (server_id, kind, name)
);
create index provisioning_objects_resource_idx on provisioning_objects (resource, resource_id);

create table provisioning_runs (
  id uuid primary key,
  server_id integer not null references endpoints (id) on delete cascade,
  kind text not null check (kind in ('apply', 'check', 'rollback', 'adopt')),
  outcome text not null default 'running' check (outcome in ('running', 'unchanged', 'applied', 'partly', 'failed')),
  username text not null default '',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  counts jsonb not null default '{}',
  problem jsonb,
  files text
);
create index provisioning_runs_server_idx on provisioning_runs (server_id, started_at desc, id desc);

create function provisioning_mark(server integer, resource text, resource_id text) returns void language sql as $$
  insert into provisioning_marks (server_id, resource, resource_id) values (server, resource, resource_id)
$$;

create function provisioning_mark_subscriber() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, 'subscriber', old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, 'subscriber', new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, 'subscriber', new.id::text);
  end if;
  return null;
end
$$;
create trigger subscribers_provisioning after insert or update or delete on subscribers
  for each row execute function provisioning_mark_subscriber();

create function provisioning_mark_queue() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, 'queue', old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, 'queue', new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, 'queue', new.id::text);
  end if;
  return null;
end
$$;
create trigger queues_provisioning after insert or update or delete on queues
  for each row execute function provisioning_mark_queue();

create function provisioning_mark_customer() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.id::text from (
    select server_id from subscribers where customer_id = new.id
    union all select server_id from queues where customer_id = new.id
  ) as places;
  return null;
end
$$;
create trigger customers_provisioning after update on customers
  for each row when (old.code is distinct from new.code or old.status is distinct from new.status)
  execute function provisioning_mark_customer();
