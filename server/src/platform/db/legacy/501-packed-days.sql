create table queue_packed_days (
  customer_id text not null,
  day date not null,
  sources text not null,
  facts text not null,
  primary key (customer_id, day)
);
alter table queue_packed_days alter column facts set storage external;
create index queue_packed_days_day_idx on queue_packed_days (day);

create table queue_day_marks (
  id bigint generated always as identity primary key,
  customer_id text not null,
  day date not null
);
create index queue_day_marks_customer_idx on queue_day_marks (customer_id, day);
create index queue_day_marks_day_idx on queue_day_marks (day);

create function mark_added_queue_days() returns trigger language plpgsql as $$
begin
  insert into queue_day_marks (customer_id, day)
  select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from added;
  return null;
end
$$;
create function mark_gone_queue_days() returns trigger language plpgsql as $$
begin
  insert into queue_day_marks (customer_id, day)
  select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;
create function mark_changed_queue_days() returns trigger language plpgsql as $$
begin
  insert into queue_day_marks (customer_id, day)
  select coalesce(customer_id, ''), (at at time zone 'UTC')::date from added
  union select coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;
create function mark_all_queue_days() returns trigger language plpgsql as $$
begin
  insert into queue_day_marks (customer_id, day) select customer_id, day from queue_packed_days;
  return null;
end
$$;
create trigger queue_facts_mark_added after insert on queue_facts
  referencing new table as added for each statement execute function mark_added_queue_days();
create trigger queue_facts_mark_gone after delete on queue_facts
  referencing old table as gone for each statement execute function mark_gone_queue_days();
create trigger queue_facts_mark_changed after update on queue_facts
  referencing old table as gone new table as added for each statement execute function mark_changed_queue_days();
create trigger queue_facts_mark_all after truncate on queue_facts
  for each statement execute function mark_all_queue_days();

insert into queue_day_marks (customer_id, day)
select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from queue_facts;
