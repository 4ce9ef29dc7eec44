alter table calls
  add column party text not null default '',
  add column connected_at timestamptz,
  add column trunk text,
  add column rules smallint not null default 0;
alter table calls drop constraint calls_linkedid_key;
alter table calls add constraint calls_linkedid_key unique (server_id, linkedid, party);

drop index calls_rating_due_idx;
create index calls_rating_due_idx on calls ((coalesce(connected_at, answer_at))) where rating_due;

drop trigger calls_facts_changed on calls;
create trigger calls_facts_changed before update on calls for each row
  when (
    (old.customer_id, old.direction, old.source, old.destination, old.answer_at, old.connected_at, old.start_at,
      old.billable_seconds, old.trunk, old.onward)
    is distinct from
    (new.customer_id, new.direction, new.source, new.destination, new.answer_at, new.connected_at, new.start_at,
      new.billable_seconds, new.trunk, new.onward)
  )
  execute function call_facts_changed();

create or replace function plan_assignment_rates_anew() returns trigger language plpgsql as $$
begin
  update calls set rating_due = true
    where customer_id = new.customer_id and coalesce(connected_at, answer_at) >= new.valid_from and not rating_due
      and not exists (select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null);
  return new;
end
$$;

create table call_links (
  server_id integer not null,
  linkedid text not null,
  origin text not null,
  primary key (server_id, linkedid, origin)
);
create index call_links_origin_idx on call_links (server_id, origin);

alter table hand_recordings add column customer_id uuid;

alter table calls disable trigger calls_facts_changed;
update calls c set destination = coalesce(nullif(q.extension, ''), nullif(q.label, ''), q.name) from queues q
  where c.direction = 'internal' and c.destination = 'q' || replace(q.id::text, '-', '');
update calls c set destination = coalesce(nullif(g.extension, ''), g.name) from ring_groups g
  where c.direction = 'internal' and c.destination = 'g' || replace(g.id::text, '-', '');
update calls set destination = substr(destination, 2) where direction = 'internal' and destination ~ '^v[0-9]{2,10}$';
alter table calls enable trigger calls_facts_changed;
