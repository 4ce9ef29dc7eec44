-- The second wall: on a connection that carries the setting `ringside.customers` (ids, separated by commas) the database
-- itself shows and takes rows of these customers alone, whatever a query forgets to ask. Without the setting all is seen: the
-- collectors, the jobs and the platform's staff. `server/src/db/wall.ts` sets it.
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
      -- What stands directly below, too: a new one is nobody's yet when it is written.
      own := own || format(' or parent_id = ' || ids, 'uuid');
    end if;
    execute format('alter table %I enable row level security', t.relname);
    -- Its owner as well: that is whom the console signs in as.
    execute format('alter table %I force row level security', t.relname);
    execute format('create policy customer_wall on %I using (%s or %s)', t.relname, open_to_all, own);
    -- Rows of nobody in particular are the platform's offer to all (roles, rules); people, keys and history are not.
    if not t.owned and t.relname not in ('users', 'api_keys', 'audit', 'calls', 'call_ratings', 'queue_facts', 'deleted_rows') then
      execute format('create policy platform_rows on %I for select using (%I is null)', t.relname, t.attname);
    end if;
    -- The trail takes what anybody did, whoever it was about.
    if t.relname = 'audit' then
      execute 'create policy audit_takes_all on audit for insert with check (true)';
    end if;
  end loop;

  -- Row security does not bind a superuser (the embedded database has no other): behind the wall it is this role.
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
