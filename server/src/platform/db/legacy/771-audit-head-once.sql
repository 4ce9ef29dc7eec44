create or replace function audit_chain() returns trigger language plpgsql as $$
declare
  own constant text := coalesce(current_setting('ringside.audit_head', true), '');
  head audit_head;
begin
  if own = '' then
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

create function audit_head_follows() returns trigger language plpgsql as $$
begin
  if current_setting('ringside.audit_head', true) = new.seq || ' ' || new.hash then
    update audit_head set seq = new.seq, hash = new.hash;
  end if;
  return null;
end
$$;
create constraint trigger audit_head_follows after insert on audit deferrable initially deferred
  for each row execute function audit_head_follows();
