-- Stores the rows that are deleted with a row, following foreign keys that cascade. Sessions, passwords, keys and links
-- are not restored.
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
        'notifications', 'sign_in_places', 'wallboard_links')
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

-- Stores a row before it is deleted. Does nothing if there is no such row. A restored user chooses a new password.
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

-- Inserts a stored row. Columns that the table gained since get their default.
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

-- Restores a deleted row with its parts.
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
