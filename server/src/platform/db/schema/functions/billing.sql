-- Refuses to change a plan version in force.
create function plan_version_in_force_stays() returns trigger language plpgsql as $$
begin
  if old.valid_from <= console_now() then
    raise exception 'version % is in force and stays as it is', old.number;
  end if;
  return new;
end
$$;

-- Refuses to change the price of a call that a final invoice lists. The calculation may be removed once the call record
-- is deleted.
create function invoiced_rating_stays() returns trigger language plpgsql as $$
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

-- Refuses to change or delete a final invoice, apart from when and where it was sent.
create function final_invoice_stays() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' then
    if tg_op = 'DELETE' then raise exception 'invoice % stays', old.id; end if;
    if (to_jsonb(new) - array['sent_at', 'sent_to', 'updated_at', 'version'])
        is distinct from (to_jsonb(old) - array['sent_at', 'sent_to', 'updated_at', 'version']) then
      raise exception 'invoice % stays as it is', old.id;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;

-- Refuses to change lines and annex of a final invoice.
create function final_lines_stay() returns trigger language plpgsql as $$
declare
  touched uuid := case tg_op when 'DELETE' then old.invoice_id else new.invoice_id end;
begin
  if exists (select 1 from invoices where id = touched and status <> 'draft') then
    raise exception 'lines of invoice % stay as they are', touched;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;

-- Refuses to change or delete ledger entries.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end
$$;
