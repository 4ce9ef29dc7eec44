create function is_limited(customer uuid, what text) returns boolean language plpgsql as $$
declare
  limited boolean;
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
begin
  perform set_config('ringside.customers', '', true);
  select bool_or(limit_of(a.id, what) is not null) into limited from customers_above(customer) a;
  perform set_config('ringside.customers', wall, true);
  return coalesce(limited, false);
end
$$;
