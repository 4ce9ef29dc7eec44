-- A `set` clause for a setting of our own needs a superuser: an owner of the database could not create the function.
drop function code_collides(text);
create function code_collides(code text) returns boolean language plpgsql as $$
declare
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
  collides boolean;
begin
  perform set_config('ringside.customers', '', true);
  collides := exists (
      select 1 from (
        select c.code from customers c
        union all select d.body ->> 'code' from deleted_rows d where d.resource = 'customer'
      ) as used
      where left(used.code, length($1) + 1) = $1 || '-' or left($1, length(used.code) + 1) = used.code || '-')
    or exists (select 1 from pbx_names n
      where n.name = $1 or left(n.name, length($1) + 1) in ($1 || '-', $1 || '_')
        or left($1, length(n.name) + 1) in (n.name || '-', n.name || '_'));
  perform set_config('ringside.customers', wall, true);
  return collides;
end $$;
