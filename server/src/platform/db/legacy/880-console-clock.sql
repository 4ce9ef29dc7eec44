create function console_now() returns timestamptz language sql stable as $$ select now() $$;

do $$
declare
  found record;
begin
  for found in
    select c.relname, a.attname from pg_attrdef d
    join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = current_schema()::regnamespace and pg_get_expr(d.adbin, d.adrelid) = 'now()'
  loop
    execute format('alter table %I alter column %I set default console_now()', found.relname, found.attname);
  end loop;
  for found in
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and p.proname <> 'console_now'
      and p.prosrc ~ '\mnow\(\)'
  loop
    execute regexp_replace(found.text, '\mnow\(\)', 'console_now()', 'g');
  end loop;
end
$$;
