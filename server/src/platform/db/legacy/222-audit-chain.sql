create table audit_head (
  single boolean primary key default true check (single),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, repeat('0', 64));

alter table audit add column seq bigint, add column prev_hash text, add column hash text;

create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-') || ';'
$$;

create function audit_hash(entry audit) returns text language sql stable as $$
  select encode(sha256(convert_to(
    audit_field(entry.prev_hash) || audit_field(entry.seq::text) || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
    || audit_field(entry.customer_id::text) || audit_field(entry.user_id::text) || audit_field(entry.username)
    || audit_field(entry.acted_by) || audit_field(entry.action) || audit_field(entry.resource)
    || audit_field(entry.resource_id) || audit_field(entry.resource_name) || audit_field(entry.before::text)
    || audit_field(entry.after::text) || audit_field(entry.ip) || audit_field(entry.user_agent), 'UTF8')), 'hex')
$$;

create function audit_chain() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  update audit_head set seq = seq + 1 returning * into head;
  new.seq := head.seq;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  update audit_head set hash = new.hash;
  return new;
end
$$;

alter table audit disable trigger audit_no_update;
do $$
declare
  entry audit;
  head audit_head;
begin
  for entry in select * from audit order by at, id loop
    update audit_head set seq = seq + 1 returning * into head;
    entry.seq := head.seq;
    entry.prev_hash := head.hash;
    entry.hash := audit_hash(entry);
    update audit set seq = entry.seq, prev_hash = entry.prev_hash, hash = entry.hash where id = entry.id;
    update audit_head set hash = entry.hash;
  end loop;
end
$$;
alter table audit enable trigger audit_no_update;
alter table audit alter column seq set not null, alter column prev_hash set not null, alter column hash set not null;
create unique index audit_seq_key on audit (seq);

create trigger audit_chained before insert on audit for each row execute function audit_chain();
create trigger audit_no_delete before delete on audit for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit for each statement execute function audit_is_append_only();
