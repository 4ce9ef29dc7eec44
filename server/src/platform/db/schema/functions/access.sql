-- Refuses a reference to a role or trunk of another customer. Those of the platform have no customer and are offered to
-- all, which a foreign key cannot express.
create function nobodys_or_own() returns trigger language plpgsql as $$
declare
  mine uuid;
  theirs uuid;
begin
  if tg_table_name = 'users' then
    mine := new.customer_id;
    select customer_id into theirs from roles where id = new.role_id;
  else
    mine := (select customer_id from outbound_routes where id = new.route_id);
    select customer_id into theirs from trunks where id = new.trunk_id;
  end if;
  -- Row-level security hides rows of other customers.
  if not found or (theirs is not null and theirs is distinct from mine) then
    raise exception 'a row of another customer' using errcode = '23503', table = tg_table_name;
  end if;
  return new;
end
$$;

-- A field as length in bytes, colon and text, or a hyphen for null: no two entries give the same text.
create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-') || ';'
$$;

-- Chains a new audit entry to the one before. Within a transaction the end of the chain is kept in a setting, so that
-- `audit_head` is written once, however many entries there are.
create function audit_chain() returns trigger language plpgsql as $$
declare
  own constant text := coalesce(current_setting('ringside.audit_head', true), '');
  head audit_head;
begin
  if own = '' then
    -- Other writers wait until this transaction ends.
    select * into head from audit_head for update;
  else
    head.seq := split_part(own, ' ', 1)::bigint;
    head.hash := split_part(own, ' ', 2);
  end if;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  perform set_config('ringside.audit_head', new.seq || ' ' || new.hash, true);
  return new;
end
$$;

-- Writes the end of the chain at the end of the transaction.
create function audit_head_follows() returns trigger language plpgsql as $$
begin
  -- Only the last entry of the transaction.
  if current_setting('ringside.audit_head', true) = new.seq || ' ' || new.hash then
    update audit_head set seq = new.seq, hash = new.hash;
  end if;
  return null;
end
$$;

-- Refuses every change of the audit trail.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed';
end
$$;
