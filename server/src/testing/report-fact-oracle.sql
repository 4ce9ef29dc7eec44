-- A second account of the facts and marked days that stored events and changed facts must leave, by triggers: tests hold what
-- the code writes against it (report-fact-oracle.ts). It shares no code with server/src/live/event-queries.ts.
create table expected_queue_facts (like queue_facts including all);
create table expected_agent_facts (like agent_facts including all);
create table expected_days (
  tx xid8 not null default pg_current_xact_id(),
  kind text not null,
  customer_id text not null,
  day date not null
);
create table written_days (like expected_days including all);

create function keep_queue_facts() returns trigger language plpgsql as $$
begin
  insert into expected_queue_facts
    (server_id, id, at, queue, customer_id, callcenter_id, outcome, wait, joined_at, talk, sent_on, caller_tail)
  select e.server_id, e.id, e.at, e.queue,
    coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}'),
    coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}'),
    e.event ->> 'outcome', (e.event ->> 'waitSeconds')::integer,
    to_timestamp((e.event ->> 'joinedAt')::float8 / 1000),
    case when e.kind = 'member' then (e.event ->> 'talkSeconds')::integer end,
    coalesce(e.event ->> 'reason' = 'transfer', false),
    right(regexp_replace(e.event ->> 'callerNumber', '[^0-9]', '', 'g'), 9)
  from added as e
  where e.queue is not null and (e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'
    and (e.event ->> 'completes')::boolean and e.event ->> 'talkSeconds' is not null))
  on conflict do nothing;
  return null;
end
$$;

create function keep_agent_facts() returns trigger language plpgsql as $$
begin
  insert into expected_agent_facts
  select e.server_id, e.id, e.at,
    coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}'),
    coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}'),
    e.queue,
    coalesce(e.event #>> '{row,interface}', e.event ->> 'interface'),
    coalesce(e.event #>> '{row,name}', e.event ->> 'name', ''),
    case when e.kind = 'member-removed' then 'removed'
      else case e.event ->> 'cause'
        when 'QueueMemberAdded' then 'added' when 'QueueMemberPause' then 'pause' when 'AgentConnect' then 'connect'
        when 'AgentComplete' then 'complete' when 'AgentRingNoAnswer' then 'missed' else 'seen' end end,
    coalesce((e.event #>> '{row,paused}')::boolean, false),
    coalesce(e.event #>> '{row,pausedReason}', ''),
    floor((e.event #>> '{row,pausedSince}')::float8 / 1000)::bigint,
    floor((e.event #>> '{row,loginAt}')::float8 / 1000)::bigint,
    coalesce((e.event #>> '{row,incall}')::boolean, false),
    coalesce((e.event #>> '{row,wrapupSeconds}')::float8::integer, 0),
    coalesce(round((e.event ->> 'ringMs')::float8 / 1000)::integer, 0),
    (e.event ->> 'talkSeconds')::float8::integer,
    e.event ->> 'uniqueid'
  from added as e
  where e.queue is not null and e.kind in ('member', 'member-removed')
    and coalesce(e.event #>> '{row,interface}', e.event ->> 'interface') is not null
  on conflict do nothing;
  return null;
end
$$;

create function follow_agent_merges() returns trigger language plpgsql as $$
begin
  if not exists (select from agent_merges) then
    return null;
  end if;
  update expected_agent_facts f set told_interface = f.interface, told_name = f.name, interface = m.into_interface,
    name = coalesce(nullif(m.into_name, ''), f.name)
  from added a join agent_merges m
    on m.customer_id::text = a.customer_id and m.server_id = a.server_id and m.interface = a.interface
  where f.server_id = a.server_id and f.id = a.id and f.told_interface is null;
  return null;
end
$$;

create function expect_added_days() returns trigger language plpgsql as $$
begin
  insert into expected_days (kind, customer_id, day)
  select distinct tg_argv[0], coalesce(customer_id, ''), (at at time zone 'UTC')::date from added;
  return null;
end
$$;

create function expect_gone_days() returns trigger language plpgsql as $$
begin
  insert into expected_days (kind, customer_id, day)
  select distinct tg_argv[0], coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;

create function expect_changed_days() returns trigger language plpgsql as $$
begin
  insert into expected_days (kind, customer_id, day)
  select tg_argv[0], coalesce(customer_id, ''), (at at time zone 'UTC')::date from added
  union select tg_argv[0], coalesce(customer_id, ''), (at at time zone 'UTC')::date from gone;
  return null;
end
$$;

create function note_written_day() returns trigger language plpgsql as $$
begin
  insert into written_days (kind, customer_id, day) values (tg_argv[0], new.customer_id, new.day);
  return null;
end
$$;

create trigger expect_queue_facts after insert on live_events
  referencing new table as added for each statement execute function keep_queue_facts();
create trigger expect_agent_facts after insert on live_events
  referencing new table as added for each statement execute function keep_agent_facts();
create trigger expect_merged_agents after insert on expected_agent_facts
  referencing new table as added for each statement execute function follow_agent_merges();

create trigger expect_queue_added after insert on queue_facts
  referencing new table as added for each statement execute function expect_added_days('queue');
create trigger expect_queue_gone after delete on queue_facts
  referencing old table as gone for each statement execute function expect_gone_days('queue');
create trigger expect_queue_changed after update on queue_facts
  referencing old table as gone new table as added for each statement execute function expect_changed_days('queue');
create trigger note_queue_day after insert on queue_day_marks for each row execute function note_written_day('queue');

create trigger expect_agent_added after insert on agent_facts
  referencing new table as added for each statement execute function expect_added_days('agent');
create trigger expect_agent_gone after delete on agent_facts
  referencing old table as gone for each statement execute function expect_gone_days('agent');
create trigger expect_agent_changed after update on agent_facts
  referencing old table as gone new table as added for each statement execute function expect_changed_days('agent');
create trigger note_agent_day after insert on agent_day_marks for each row execute function note_written_day('agent');
