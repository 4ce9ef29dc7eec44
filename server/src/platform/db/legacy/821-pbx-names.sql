create table pbx_names (
  id uuid primary key default gen_random_uuid(),
  server_id integer not null references endpoints (id) on delete cascade,
  customer_id uuid references customers (id) on delete cascade,
  kind text not null check (kind in ('account', 'context', 'device')),
  name text not null check (name = lower(name) and name <> ''),
  created_at timestamptz not null default now(),
  constraint pbx_names_name_key unique (server_id, kind, name)
);
create index pbx_names_customer_idx on pbx_names (customer_id);

insert into pbx_names (server_id, customer_id, kind, name)
select seen.server_id, case when count(distinct c.id) = 1 then min(c.id::text)::uuid end, seen.kind, seen.name
from (
  select server_id, 'account' as kind, lower(account_code) as name from cdr_legs where start_at > now() - interval '90 days'
  union select server_id, 'account', lower(tenant_id) from cdr_legs where start_at > now() - interval '90 days'
  union select server_id, 'context', lower(context) from cdr_legs where start_at > now() - interval '90 days'
  union select server_id, 'device', lower(regexp_replace(split_part(channel, '/', 2), '-[0-9a-f]{8}(;[12])?$', ''))
    from cdr_legs where start_at > now() - interval '90 days' and channel not like 'Local/%'
  union select server_id, 'device', lower(regexp_replace(split_part(destination_channel, '/', 2), '-[0-9a-f]{8}(;[12])?$', ''))
    from cdr_legs where start_at > now() - interval '90 days' and destination_channel not like 'Local/%'
) as seen
join endpoints e on e.id = seen.server_id
join customers c on c.status <> 'terminated'
  and (seen.name = c.code or left(seen.name, length(c.code) + 1) in (c.code || '-', c.code || '_'))
where seen.name <> ''
  and not (seen.kind = 'account' and exists (select 1 from customers k where k.code = seen.name))
  and not (seen.kind = 'device' and exists (select 1 from subscribers s join customers k on k.id = s.customer_id
    where s.server_id = seen.server_id and k.code || '-' || s.extension = seen.name))
group by seen.server_id, seen.kind, seen.name;

create function code_collides(code text) returns boolean language sql stable as $$
  select exists (select 1 from customers c
      where left(c.code, length($1) + 1) = $1 || '-' or left($1, length(c.code) + 1) = c.code || '-')
    or exists (select 1 from pbx_names n
      where n.name = $1 or left(n.name, length($1) + 1) in ($1 || '-', $1 || '_')
        or left($1, length(n.name) + 1) in (n.name || '-', n.name || '_'))
$$;
