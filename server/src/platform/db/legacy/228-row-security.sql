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
      own := own || format(' or parent_id = ' || ids, 'uuid');
    end if;
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    execute format('create policy customer_wall on %I using (%s or %s)', t.relname, open_to_all, own);
    if not t.owned and t.relname not in ('users', 'api_keys', 'audit', 'calls', 'call_ratings', 'queue_facts', 'deleted_rows') then
      execute format('create policy platform_rows on %I for select using (%I is null)', t.relname, t.attname);
    end if;
    if t.relname = 'audit' then
      execute 'create policy audit_takes_all on audit for insert with check (true)';
    end if;
  end loop;

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
