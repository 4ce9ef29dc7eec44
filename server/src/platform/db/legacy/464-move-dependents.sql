create function move_dependents(of_table regclass, from_id text, to_id text)
returns table (table_name text, row_id text, row_name text, field text) language plpgsql as $$
declare
  fk record;
  source text;
  setting text;
begin
  for fk in
    select con.conrelid::regclass as child, t.relname::text as relname, ca.attname::text as attname, ca.attgenerated <> '' as made,
      pg_get_expr(d.adbin, d.adrelid) as expression,
      (select format_type(pa.atttypid, null)) as type,
      exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'version' and not a.attisdropped) as versioned,
      (select string_agg(format('other.%1$I is not distinct from c.%1$I', pk.attname), ' and ')
        from pg_constraint p, unnest(p.conkey) k join pg_attribute pk on pk.attrelid = t.oid and pk.attnum = k
        where p.conrelid = t.oid and p.contype = 'p' and pk.attname <> ca.attname
          and ca.attnum = any (p.conkey)) as twin,
      (select format('c.%I::text', a.attname) from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'id' and not a.attisdropped) as id,
      (select format('c.%I::text', a.attname)
        from unnest(array['name', 'username', 'number', 'label', 'extension']) with ordinality as wish (attname, place)
        join pg_attribute a on a.attrelid = t.oid and a.attname = wish.attname and not a.attisdropped
        order by wish.place limit 1) as named
    from pg_constraint con
    join pg_class t on t.oid = con.conrelid
    join unnest(con.conkey, con.confkey) as k (c, p) on true
    join pg_attribute ca on ca.attrelid = con.conrelid and ca.attnum = k.c
    join pg_attribute pa on pa.attrelid = con.confrelid and pa.attnum = k.p and pa.attname = 'id'
    left join pg_attrdef d on d.adrelid = con.conrelid and d.adnum = ca.attnum
    where con.contype = 'f' and con.confdeltype in ('a', 'r') and con.confrelid = of_table
    order by t.relname, ca.attname
  loop
    if fk.made then
      source := substring(fk.expression from 'destination_id\("?([a-z_]+)"?,');
      continue when source is null;
      setting := format('%1$I = jsonb_set(c.%1$I, ''{id}'', to_jsonb(%2$L::text))', source, to_id);
    else
      source := fk.attname;
      setting := format('%I = %L::%s', fk.attname, to_id, fk.type);
    end if;
    if fk.versioned then
      setting := setting || ', version = c.version + 1, updated_at = now()';
    end if;
    if fk.twin is not null then
      execute format('delete from %1$s c where c.%2$I::text = %3$L and exists (select 1 from %1$s other where other.%2$I::text = %4$L and %5$s)',
        fk.child, fk.attname, from_id, to_id, fk.twin);
    end if;
    return query execute format('update %s c set %s where c.%I::text = %L returning %L::text, %s, %s, %L::text',
      fk.child, setting, fk.attname, from_id, fk.relname, coalesce(fk.id, 'null::text'), coalesce(fk.named, 'null::text'), source);
  end loop;
end
$$;
