create table agent_facts (
  server_id integer not null,
  id bigint not null,
  at timestamptz not null,
  customer_id text,
  callcenter_id text,
  queue text not null,
  interface text not null,
  name text not null,
  kind text not null,
  paused boolean not null default false,
  reason text not null default '',
  paused_since bigint,
  login_at bigint,
  incall boolean not null default false,
  wrapup integer not null default 0,
  ring integer not null default 0,
  talk integer,
  call text,
  primary key (server_id, id)
);

create function keep_agent_facts() returns trigger language plpgsql as $$
begin
  insert into agent_facts
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
create trigger live_events_keep_agent_facts after insert on live_events
  referencing new table as added for each statement execute function keep_agent_facts();

insert into agent_facts
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
from live_events as e
where e.queue is not null and e.kind in ('member', 'member-removed')
  and coalesce(e.event #>> '{row,interface}', e.event ->> 'interface') is not null
on conflict do nothing;

create index agent_facts_customer_idx on agent_facts (customer_id, at);
create index agent_facts_at_idx on agent_facts (at);
create index agent_facts_agent_idx on agent_facts (server_id, interface, queue, at);
