create or replace function keep_parts(kept uuid, parent regclass, body jsonb) returns void language plpgsql as $$
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
delete from deleted_parts where table_name = 'wallboard_links';
