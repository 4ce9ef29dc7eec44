alter table subscribers add constraint subscribers_customer_key unique (customer_id, id);
alter table queues add constraint queues_customer_key unique (customer_id, id);

create function destination_id(destination jsonb, kinds text[]) returns uuid language sql immutable as $$
  select case when destination ->> 'kind' = any (kinds) then (destination ->> 'id')::uuid end
$$;

create table trunks (
  id uuid primary key,
  server_id integer not null references endpoints (id),
  customer_id uuid references customers (id),
  code text not null check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null,
  enabled boolean not null default true,
  mode text not null check (mode in ('registration', 'address')),
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text not null default '',
  secret text not null default '',
  addresses jsonb not null default '[]',
  codecs jsonb not null,
  format text not null check (format in ('e164', 'digits', 'international')),
  tech_prefix text not null default '',
  caller_id text not null check (caller_id in ('line', 'trunk', 'hidden')),
  caller_id_number text not null default '',
  max_calls integer not null default 0,
  qualify boolean not null default true,
  country text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint trunks_code_key unique (server_id, code)
);
create index trunks_customer_idx on trunks (customer_id);

create table outbound_routes (
  id uuid primary key,
  server_id integer not null references endpoints (id),
  customer_id uuid references customers (id),
  name text not null,
  enabled boolean not null default true,
  priority integer not null check (priority between 1 and 1000),
  prefixes jsonb not null default '[]',
  short_numbers jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index outbound_routes_name_key on outbound_routes (server_id, lower(name));
create index outbound_routes_customer_idx on outbound_routes (customer_id);

create table outbound_route_trunks (
  route_id uuid not null references outbound_routes (id) on delete cascade,
  trunk_id uuid not null references trunks (id),
  position integer not null,
  primary key (route_id, trunk_id)
);
create index outbound_route_trunks_trunk_idx on outbound_route_trunks (trunk_id);

create table hours (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  name text not null,
  timezone text not null,
  override text not null default 'auto' check (override in ('auto', 'open', 'closed')),
  intervals jsonb not null default '[]',
  holidays jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint hours_customer_key unique (customer_id, id)
);
create unique index hours_name_key on hours (customer_id, lower(name));

create table ring_groups (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  name text not null,
  extension text not null default '' check (extension ~ '^([0-9]{2,10})?$'),
  strategy text not null check (strategy in ('ringall', 'hunt', 'widening', 'random')),
  ring_seconds integer not null check (ring_seconds between 5 and 300),
  fallback jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint ring_groups_customer_key unique (customer_id, id)
);
create unique index ring_groups_name_key on ring_groups (customer_id, server_id, lower(name));
create unique index ring_groups_extension_key on ring_groups (customer_id, server_id, extension) where extension <> '';

create table ring_group_members (
  group_id uuid not null references ring_groups (id) on delete cascade,
  subscriber_id uuid not null references subscribers (id) on delete cascade,
  position integer not null,
  primary key (group_id, subscriber_id)
);
create index ring_group_members_subscriber_idx on ring_group_members (subscriber_id);

create table ivrs (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  name text not null,
  extension text not null default '' check (extension ~ '^([0-9]{2,10})?$'),
  prompt text not null default '',
  invalid_prompt text not null default '',
  timeout_seconds integer not null check (timeout_seconds between 1 and 60),
  attempts integer not null check (attempts between 1 and 10),
  dial_extensions boolean not null default false,
  fallback jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint ivrs_customer_key unique (customer_id, id)
);
create unique index ivrs_name_key on ivrs (customer_id, server_id, lower(name));
create unique index ivrs_extension_key on ivrs (customer_id, server_id, extension) where extension <> '';

create table ivr_keys (
  ivr_id uuid not null references ivrs (id) on delete cascade,
  customer_id uuid not null,
  key text not null check (key ~ '^[0-9*#]$'),
  name text not null,
  destination jsonb not null,
  primary key (ivr_id, key)
);

create table dids (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  label text not null default '',
  destination jsonb not null,
  hours_id uuid,
  closed_destination jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint dids_number_key unique (number),
  constraint dids_hours_fkey foreign key (customer_id, hours_id) references hours (customer_id, id),
  constraint dids_closed_check check ((hours_id is null) = (closed_destination is null))
);
create index dids_customer_idx on dids (customer_id);
create index dids_server_idx on dids (server_id);

do $$
declare
  place record;
  target record;
begin
  for place in select * from (values ('dids', 'destination', 'to'), ('dids', 'closed_destination', 'closed_to'),
    ('ring_groups', 'fallback', 'to'), ('ivrs', 'fallback', 'to'), ('ivr_keys', 'destination', 'to')) as p (t, source, prefix)
  loop
    for target in select * from (values ('subscriber', 'subscribers', '{extension,voicemail}'), ('queue', 'queues', '{queue}'),
      ('ring_group', 'ring_groups', '{ringgroup}'), ('ivr', 'ivrs', '{ivr}')) as q (noun, t, kinds)
    loop
      execute format('alter table %I add column %I uuid generated always as (destination_id(%I, %L)) stored',
        place.t, place.prefix || '_' || target.noun, place.source, target.kinds);
      execute format('alter table %I add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)',
        place.t, place.t || '_' || place.prefix || '_' || target.noun || '_fkey', place.prefix || '_' || target.noun, target.t);
      execute format('create index %I on %I (%I)', place.t || '_' || place.prefix || '_' || target.noun || '_idx',
        place.t, place.prefix || '_' || target.noun);
    end loop;
  end loop;
end
$$;

create function destination_name(destination jsonb) returns text language sql stable as $$
  select coalesce(case destination ->> 'kind'
    when 'extension' then (select extension || ' ' || name from subscribers where id = (destination ->> 'id')::uuid)
    when 'voicemail' then (select extension || ' ' || name from subscribers where id = (destination ->> 'id')::uuid)
    when 'queue' then (select coalesce(nullif(label, ''), name) from queues where id = (destination ->> 'id')::uuid)
    when 'ringgroup' then (select name from ring_groups where id = (destination ->> 'id')::uuid)
    when 'ivr' then (select name from ivrs where id = (destination ->> 'id')::uuid)
    when 'external' then destination ->> 'number'
  end, '')
$$;

create function provisioning_mark_flow() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, tg_argv[0], old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, tg_argv[0], new.id::text); end if;
  return null;
end
$$;
create trigger trunks_provisioning after insert or update or delete on trunks
  for each row execute function provisioning_mark_flow('trunk');
create trigger outbound_routes_provisioning after insert or update or delete on outbound_routes
  for each row execute function provisioning_mark_flow('outboundroute');
create trigger ring_groups_provisioning after insert or update or delete on ring_groups
  for each row execute function provisioning_mark_flow('ringgroup');
create trigger ivrs_provisioning after insert or update or delete on ivrs
  for each row execute function provisioning_mark_flow('ivr');
create trigger dids_provisioning after insert or update or delete on dids
  for each row execute function provisioning_mark_flow('did');

create function provisioning_mark_hours() returns trigger language plpgsql as $$
begin
  perform provisioning_mark(d.server_id, 'hours', new.id::text)
    from (select distinct server_id from dids where hours_id = new.id) as d;
  return null;
end
$$;
create trigger hours_provisioning after update on hours for each row execute function provisioning_mark_hours();

create function provisioning_mark_dial_rules() returns trigger language plpgsql as $$
declare
  rule acl_rules;
begin
  if tg_op = 'DELETE' then rule := old; else rule := new; end if;
  if rule.kind = 'dial' then
    perform provisioning_mark(s.server_id, 'acl', rule.id::text)
      from (select distinct server_id from subscribers where rule.customer_id is null or customer_id = rule.customer_id) as s;
  end if;
  return null;
end
$$;
create trigger acl_rules_provisioning after insert or update or delete on acl_rules
  for each row execute function provisioning_mark_dial_rules();
