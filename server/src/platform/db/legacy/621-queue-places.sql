create table queue_places (
  server_id integer not null,
  name text not null,
  customer_id uuid not null,
  queue_id uuid not null,
  left_at timestamptz not null default now(),
  primary key (server_id, name),
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade
);
create index queue_places_queue_idx on queue_places (customer_id, queue_id);

drop view queue_names;
create view queue_names with (security_invoker = true) as
  select id, customer_id, callcenter_id, server_id, name, label, server_id as now_server_id from queues
  union all
  select q.id, q.customer_id, q.callcenter_id, p.server_id, p.name, q.label, q.server_id
    from queue_places p join queues q on q.customer_id = p.customer_id and q.id = p.queue_id
    where not exists (select 1 from queues n where n.server_id = p.server_id and n.name = p.name)
  union all select id, customer_id, callcenter_id, server_id, name, label, now_server_id from (
    select distinct on (gone.server_id, gone.name) gone.* from (
      select d.row_uuid, d.customer_id, (d.body ->> 'callcenter_id')::uuid, (d.body ->> 'server_id')::integer as server_id,
        d.name, d.body ->> 'label', (d.body ->> 'server_id')::integer, d.deleted_at
      from deleted_rows d where d.resource = 'queue'
      union all
      select d.row_uuid, d.customer_id, (d.body ->> 'callcenter_id')::uuid, (p.body ->> 'server_id')::integer,
        d.name, d.body ->> 'label', (d.body ->> 'server_id')::integer, d.deleted_at
      from deleted_rows d join deleted_parts p on p.deleted_id = d.id and p.table_name = 'queue_places'
      where d.resource = 'queue'
    ) as gone (id, customer_id, callcenter_id, server_id, name, label, now_server_id, deleted_at)
    where not exists (select 1 from queues q where q.server_id = gone.server_id and q.name = gone.name)
      and not exists (select 1 from queue_places p where p.server_id = gone.server_id and p.name = gone.name)
    order by gone.server_id, gone.name, gone.deleted_at desc
  ) as last;

create or replace function provisioning_mark_flow() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, tg_argv[0], old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, tg_argv[0], new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, tg_argv[0], new.id::text);
  end if;
  return null;
end
$$;
