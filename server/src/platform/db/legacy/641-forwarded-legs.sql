alter table calls add column onward text;

drop trigger calls_facts_changed on calls;
create trigger calls_facts_changed before update on calls for each row
  when (
    (old.customer_id, old.direction, old.source, old.destination, old.answer_at, old.start_at, old.billable_seconds, old.onward)
    is distinct from
    (new.customer_id, new.direction, new.source, new.destination, new.answer_at, new.start_at, new.billable_seconds, new.onward)
  )
  execute function call_facts_changed();

alter table call_ratings
  add column leg smallint not null default 0 check (leg >= 0),
  drop constraint call_ratings_pkey,
  add constraint call_ratings_pkey primary key (call_id, leg);

alter table call_costs
  add column leg smallint not null default 0 check (leg >= 0),
  drop constraint call_costs_pkey,
  add constraint call_costs_pkey primary key (call_id, leg);
