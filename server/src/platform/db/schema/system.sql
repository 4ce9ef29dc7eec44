-- Deleted rows, which can be restored, and the names of what was and is.

-- Rows that were deleted, whole, so that history can name them and an administrator can restore them. The row is gone
-- from its own table, its name is free again, and nothing can refer to it.
create table deleted_rows (
  id uuid primary key,
  resource text not null,
  table_name text not null,
  -- Id of the row; `row_number` if its id is a number.
  row_uuid uuid,
  row_number integer,
  customer_id uuid,
  name text not null,
  -- The row.
  body jsonb not null,
  deleted_at timestamptz not null default console_now(),
  deleted_by text not null
);
create index deleted_rows_at_idx on deleted_rows (deleted_at desc, id desc);
create unique index deleted_rows_uuid_key on deleted_rows (resource, row_uuid);
create unique index deleted_rows_number_key on deleted_rows (resource, row_number);
create index deleted_rows_customer_idx on deleted_rows (customer_id);

-- Rows of other tables that were deleted with it, in the order in which they are restored.
create table deleted_parts (
  position bigint generated always as identity primary key,
  deleted_id uuid not null references deleted_rows (id) on delete cascade,
  table_name text not null,
  body jsonb not null
);
create index deleted_parts_idx on deleted_parts (deleted_id, position);

-- Names of customers, deleted ones included, for history.
create view customer_names with (security_invoker = true) as
  select id, name, code, timezone, currency from customers
  union all select row_uuid, name, body ->> 'code', body ->> 'timezone', body ->> 'currency'
  from deleted_rows where resource = 'customer';

-- Names of PBX servers, deleted ones included, for history.
create view endpoint_names with (security_invoker = true) as
  select id, name from endpoints
  union all select row_number, name from deleted_rows where resource = 'endpoint';

-- Names of call centers, deleted ones included, for history.
create view callcenter_names with (security_invoker = true) as
  select id, customer_id, name, sla_formula, sla_target_seconds, short_abandon_seconds from callcenters
  union all select row_uuid, customer_id, name, (body ->> 'sla_formula')::integer,
    (body ->> 'sla_target_seconds')::integer, (body ->> 'short_abandon_seconds')::integer
  from deleted_rows where resource = 'callcenter';

-- Names of queues at each place that they have or had, deleted ones included. `now_server_id` is where the queue is
-- today. Of a name that was used again, only the newest queue.
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
