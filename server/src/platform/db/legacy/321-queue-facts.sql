create table queue_facts (
  server_id integer not null,
  id bigint not null,
  at timestamptz not null,
  queue text not null,
  customer_id text,
  callcenter_id text,
  outcome text,
  wait integer,
  joined_at timestamptz,
  talk integer,
  sent_on boolean not null default false,
  primary key (server_id, id)
);

create function keep_queue_facts() returns trigger language plpgsql as $$
begin
  insert into queue_facts
  select e.server_id, e.id, e.at, e.queue,
    coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}'),
    coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}'),
    e.event ->> 'outcome', (e.event ->> 'waitSeconds')::integer,
    to_timestamp((e.event ->> 'joinedAt')::float8 / 1000),
    case when e.kind = 'member' then (e.event ->> 'talkSeconds')::integer end,
    coalesce(e.event ->> 'reason' = 'transfer', false)
  from added as e
  where e.queue is not null and (e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'
    and (e.event ->> 'completes')::boolean and e.event ->> 'talkSeconds' is not null))
  on conflict do nothing;
  return null;
end
$$;
create trigger live_events_keep_queue_facts after insert on live_events
  referencing new table as added for each statement execute function keep_queue_facts();

insert into queue_facts
select e.server_id, e.id, e.at, e.queue,
  coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}'),
  coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}'),
  e.event ->> 'outcome', (e.event ->> 'waitSeconds')::integer,
  to_timestamp((e.event ->> 'joinedAt')::float8 / 1000),
  case when e.kind = 'member' then (e.event ->> 'talkSeconds')::integer end,
  coalesce(e.event ->> 'reason' = 'transfer', false)
from live_events as e
where e.queue is not null and (e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'
  and (e.event ->> 'completes')::boolean and e.event ->> 'talkSeconds' is not null))
on conflict do nothing;

create index queue_facts_at_idx on queue_facts (at);
create index queue_facts_customer_idx on queue_facts (customer_id, at);
drop index live_events_counted_idx;
drop index live_events_counted_customer_idx;
