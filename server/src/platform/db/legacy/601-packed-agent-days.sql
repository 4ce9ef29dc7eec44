create table agent_packed_days (
  customer_id text not null,
  day date not null,
  sources text not null,
  facts text not null,
  primary key (customer_id, day)
);
alter table agent_packed_days alter column facts set storage external;
create index agent_packed_days_day_idx on agent_packed_days (day);

create table agent_day_marks (
  id bigint generated always as identity primary key,
  customer_id text not null,
  day date not null
);
create index agent_day_marks_customer_idx on agent_day_marks (customer_id, day);
create index agent_day_marks_day_idx on agent_day_marks (day);

create function mark_added_agent_days() returns trigger language plpgsql as $$
begin
  insert into agent_day_marks (customer_id, day)
  select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from added;
  return null;
end
$$;
create function mark_gone_agent_days() returns trigger language plpgsql as $$
begin
  insert into agent_day_marks (customer_id, day)
  select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;
create function mark_changed_agent_days() returns trigger language plpgsql as $$
begin
  insert into agent_day_marks (customer_id, day)
  select coalesce(customer_id, ''), (at at time zone 'UTC')::date from added
  union select coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;
create function mark_all_agent_days() returns trigger language plpgsql as $$
begin
  insert into agent_day_marks (customer_id, day) select customer_id, day from agent_packed_days;
  return null;
end
$$;
create trigger agent_facts_mark_added after insert on agent_facts
  referencing new table as added for each statement execute function mark_added_agent_days();
create trigger agent_facts_mark_gone after delete on agent_facts
  referencing old table as gone for each statement execute function mark_gone_agent_days();
create trigger agent_facts_mark_changed after update on agent_facts
  referencing old table as gone new table as added for each statement execute function mark_changed_agent_days();
create trigger agent_facts_mark_all after truncate on agent_facts
  for each statement execute function mark_all_agent_days();

insert into agent_day_marks (customer_id, day)
select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from agent_facts;
