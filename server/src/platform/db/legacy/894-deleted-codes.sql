-- As before, and the codes of deleted customers count: they can be restored, and their devices may still be on a PBX.
create or replace function code_collides(code text) returns boolean language sql stable as $$
  select exists (
      select 1 from (
        select c.code from customers c
        union all select d.body ->> 'code' from deleted_rows d where d.resource = 'customer'
      ) as used
      where left(used.code, length($1) + 1) = $1 || '-' or left($1, length(used.code) + 1) = used.code || '-')
    or exists (select 1 from pbx_names n
      where n.name = $1 or left(n.name, length($1) + 1) in ($1 || '-', $1 || '_')
        or left($1, length(n.name) + 1) in (n.name || '-', n.name || '_'))
$$;
