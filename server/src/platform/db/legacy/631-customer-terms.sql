alter table customers
  add column show_prices boolean not null default true,
  add column allow_recording_delete boolean not null default false,
  add column cdr_retention_days integer check (cdr_retention_days between 1 and 36500);
alter table customers alter column show_prices set default false;

update customers c set allow_recording_delete = true where exists (
  select 1 from users u join role_abilities a on a.role_id = u.role_id
  where u.customer_id = c.id and a.action in ('delete', 'manage') and a.resource in ('recording', 'all'));

alter table call_ratings drop constraint call_ratings_call_id_fkey;
alter table call_costs drop constraint call_costs_call_id_fkey;

create or replace function invoiced_rating_stays() returns trigger language plpgsql as $$
begin
  if old.invoice_id is not null and (to_jsonb(new) - array['invoice_id', 'steps']) is distinct from (to_jsonb(old) - array['invoice_id', 'steps']) then
    raise exception 'call % is on a final invoice', old.call_id;
  end if;
  if old.invoice_id is not null and new.steps is distinct from old.steps
      and (new.steps <> '[]' or exists (select 1 from calls where id = old.call_id)) then
    raise exception 'call % is on a final invoice', old.call_id;
  end if;
  if old.invoice_id is not null and new.invoice_id is not null and new.invoice_id <> old.invoice_id then
    raise exception 'call % is on a final invoice already', old.call_id;
  end if;
  return new;
end
$$;
