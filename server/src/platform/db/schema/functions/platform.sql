-- The time of the console's clock, which all stored times follow. `platform/db/console-clock.ts` writes the difference
-- to the clock of PostgreSQL into this function.
create function console_now() returns timestamptz language sql stable as $$ select now() $$;

-- Puts row-level security on every table with a `customer_id` that lacks it. A connection with the setting
-- `ringside.customers` (ids separated by commas) sees and writes rows of these customers only, whatever a query
-- forgets. Without the setting it sees all rows: collectors, jobs and staff of the platform. `platform/db/row-security.ts` sets
-- it.
create function raise_walls() returns void language plpgsql as $$
declare
  t record;
  open_to_all constant text := '(select coalesce(current_setting(''ringside.customers'', true), '''') = '''')';
  ids constant text := 'any ((select string_to_array(coalesce(current_setting(''ringside.customers'', true), ''''), '',''))::%s[])';
  own text;
begin
  for t in
    select c.oid, c.relname, a.attname, format_type(a.atttypid, null) as type, a.attnotnull as owned
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case when c.relname = 'customers' then 'id' else 'customer_id' end
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not c.relrowsecurity
  loop
    own := format('%I = ' || ids, t.attname, t.type);
    if t.relname = 'customers' then
      -- Customers directly below, too: a new customer has no reader yet when it is written.
      own := own || format(' or parent_id = ' || ids, 'uuid');
    end if;
    execute format('alter table %I enable row level security', t.relname);
    -- Binds the owner of the table, too, because the console signs in as the owner.
    execute format('alter table %I force row level security', t.relname);
    execute format('create policy customer_wall on %I using (%s or %s)', t.relname, open_to_all, own);
    -- Rows without a customer are offered to all (roles, rules). Users, keys and history are not.
    if not t.owned and t.relname not in ('users', 'api_keys', 'audit', 'calls', 'call_ratings', 'queue_facts', 'deleted_rows') then
      execute format('create policy platform_rows on %I for select using (%I is null)', t.relname, t.attname);
    end if;
    -- Everyone may add audit entries about anyone.
    if t.relname = 'audit' then
      execute 'create policy audit_takes_all on audit for insert with check (true)';
    end if;
  end loop;

  -- Row-level security does not bind superusers, and the embedded database has no other user: it takes this role.
  if (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) then
    begin
      create role ringside_tenant nologin nosuperuser;
    exception when duplicate_object or unique_violation then
      null;
    end;
    execute format('grant usage on schema %I to ringside_tenant', current_schema());
    execute format('grant select, insert, update, delete on all tables in schema %I to ringside_tenant', current_schema());
    execute format('grant usage, select, update on all sequences in schema %I to ringside_tenant', current_schema());
  end if;
end
$$;

-- Rows that refer to a row and would not be deleted with it: their table, how many, and the first names.
create function dependents_of(of_table regclass, of_id text)
returns table(table_name text, n integer, names text[]) language plpgsql stable as $$
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

-- Moves references from one row to another of the same table, so that the first can be deleted. A reference that would
-- then exist twice is deleted. Returns each moved row.
create function move_dependents(of_table regclass, from_id text, to_id text)
returns table(table_name text, row_id text, row_name text, field text) language plpgsql as $$
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
      setting := setting || ', version = c.version + 1, updated_at = console_now()';
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
