create table deleted_rows (
  id uuid primary key,
  resource text not null,
  table_name text not null,
  row_uuid uuid,
  row_number integer,
  customer_id uuid,
  name text not null,
  body jsonb not null,
  deleted_at timestamptz not null default now(),
  deleted_by text not null
);
create index deleted_rows_at_idx on deleted_rows (deleted_at desc, id desc);
create unique index deleted_rows_uuid_key on deleted_rows (resource, row_uuid);
create unique index deleted_rows_number_key on deleted_rows (resource, row_number);
create index deleted_rows_customer_idx on deleted_rows (customer_id);

create table deleted_parts (
  position bigint generated always as identity primary key,
  deleted_id uuid not null references deleted_rows (id) on delete cascade,
  table_name text not null,
  body jsonb not null
);
create index deleted_parts_idx on deleted_parts (deleted_id, position);

create function keep_parts(kept uuid, parent regclass, body jsonb) returns void language plpgsql as $$
declare
  fk record;
  child jsonb;
begin
  for fk in
    select distinct on (con.conrelid) con.conrelid::regclass as child, t.relname,
      (select string_agg(format('c.%I = %L', ca.attname, body ->> pa.attname), ' and ')
        from unnest(con.conkey, con.confkey) as k (c, p)
        join pg_attribute ca on ca.attrelid = con.conrelid and ca.attnum = k.c
        join pg_attribute pa on pa.attrelid = con.confrelid and pa.attnum = k.p) as held,
      exists (select 1 from pg_constraint g
        where g.contype = 'f' and g.confdeltype = 'c' and g.confrelid = con.conrelid) as deeper
    from pg_constraint con
    join pg_class t on t.oid = con.conrelid
    where con.contype = 'f' and con.confdeltype = 'c' and con.confrelid = parent and con.conrelid <> parent
      and t.relname not in ('sessions', 'one_time_links', 'two_factor', 'recovery_codes', 'passkeys', 'api_keys',
        'notifications', 'sign_in_places')
    order by con.conrelid, con.oid
  loop
    if fk.deeper then
      for child in execute format('select to_jsonb(c) from %s c where %s', fk.child, fk.held) loop
        insert into deleted_parts (deleted_id, table_name, body) values (kept, fk.relname, child);
        perform keep_parts(kept, fk.child, child);
      end loop;
    else
      execute format('insert into deleted_parts (deleted_id, table_name, body) select %L, %L, to_jsonb(c) from %s c where %s',
        kept, fk.relname, fk.child, fk.held);
    end if;
  end loop;
end
$$;

create function keep_deleted(kept uuid, of_resource text, of_table regclass, of_id text, of_name text, of_customer uuid, by_whom text)
returns void language plpgsql as $$
declare
  found jsonb;
begin
  execute format('select to_jsonb(t) from %s t where t.id = %L', of_table, of_id) into found;
  if found is null then return; end if;
  if found ->> 'password_hash' is not null then
    found := found || jsonb_build_object('password_hash', null, 'password_changed_at', null)
      || case when found ->> 'status' = 'active' then '{"status": "invited"}'::jsonb else '{}' end;
  end if;
  insert into deleted_rows (id, resource, table_name, row_uuid, row_number, customer_id, name, body, deleted_by)
  values (kept, of_resource, (select relname from pg_class where oid = of_table),
    case when jsonb_typeof(found -> 'id') = 'string' then of_id::uuid end,
    case when jsonb_typeof(found -> 'id') = 'number' then of_id::integer end,
    of_customer, of_name, found, by_whom);
  perform keep_parts(kept, of_table, found);
end
$$;

create function bring_back_row(into_table text, body jsonb) returns void language plpgsql as $$
declare
  named text;
begin
  select string_agg(quote_ident(a.attname), ', ') into named
    from pg_attribute a
    where a.attrelid = into_table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attidentity <> 'a' and body ? a.attname;
  execute format('insert into %I (%s) select %s from jsonb_populate_record(null::%I, $1)', into_table, named, named, into_table)
    using body;
end
$$;

create function bring_back(kept uuid) returns void language plpgsql as $$
declare
  head deleted_rows;
  part record;
begin
  select * into head from deleted_rows where id = kept for update;
  perform bring_back_row(head.table_name,
    case when head.body ? 'version' then head.body || jsonb_build_object('version', (head.body ->> 'version')::integer + 1) else head.body end);
  for part in select table_name, body from deleted_parts where deleted_id = kept order by position loop
    perform bring_back_row(part.table_name, part.body);
  end loop;
  delete from deleted_rows where id = kept;
end
$$;

create function dependents_of(of_table regclass, of_id text) returns table (table_name text, n integer, names text[])
language plpgsql stable as $$
declare
  found jsonb;
  fk record;
begin
  execute format('select to_jsonb(t) from %s t where t.id = %L', of_table, of_id) into found;
  if found is null then return; end if;
  for fk in
    select con.conrelid::regclass as child, t.relname::text as relname,
      (select a.attname from unnest(array['name', 'username', 'number', 'label', 'extension']) with ordinality as wish (attname, place)
        join pg_attribute a on a.attrelid = con.conrelid and a.attname = wish.attname and not a.attisdropped
        order by wish.place limit 1) as named,
      string_agg(distinct '(' || (select string_agg(format('c.%I = %L', ca.attname, found ->> pa.attname), ' and ')
        from unnest(con.conkey, con.confkey) as k (c, p)
        join pg_attribute ca on ca.attrelid = con.conrelid and ca.attnum = k.c
        join pg_attribute pa on pa.attrelid = con.confrelid and pa.attnum = k.p) || ')', ' or ') as held
    from pg_constraint con
    join pg_class t on t.oid = con.conrelid
    where con.contype = 'f' and con.confdeltype in ('a', 'r') and con.confrelid = of_table
    group by con.conrelid, t.relname
  loop
    table_name := fk.relname;
    names := array[]::text[];
    if fk.named is null then
      execute format('select count(*)::integer from %s c where %s', fk.child, fk.held) into n;
    else
      execute format('select count(*)::integer, (array_agg(c.%I::text order by c.%I))[1:4] from %s c where %s',
        fk.named, fk.named, fk.child, fk.held) into n, names;
    end if;
    if n > 0 then return next; end if;
  end loop;
end
$$;

create view customer_names with (security_invoker = true) as
  select id, name, code, timezone, currency from customers
  union all select row_uuid, name, body ->> 'code', body ->> 'timezone', body ->> 'currency'
  from deleted_rows where resource = 'customer';
create view endpoint_names with (security_invoker = true) as
  select id, name from endpoints
  union all select row_number, name from deleted_rows where resource = 'endpoint';
create view callcenter_names with (security_invoker = true) as
  select id, customer_id, name, sla_formula, sla_target_seconds, short_abandon_seconds from callcenters
  union all select row_uuid, customer_id, name, (body ->> 'sla_formula')::integer,
    (body ->> 'sla_target_seconds')::integer, (body ->> 'short_abandon_seconds')::integer
  from deleted_rows where resource = 'callcenter';
create view queue_names with (security_invoker = true) as
  select id, customer_id, callcenter_id, server_id, name, label from queues
  union all select * from (
    select distinct on (d.body ->> 'server_id', d.name) d.row_uuid, d.customer_id, (d.body ->> 'callcenter_id')::uuid,
      (d.body ->> 'server_id')::integer as server_id, d.name, d.body ->> 'label'
    from deleted_rows d
    where d.resource = 'queue' and not exists (select 1 from queues q
      where q.server_id = (d.body ->> 'server_id')::integer and q.name = d.name)
    order by d.body ->> 'server_id', d.name, d.deleted_at desc) as gone;
