alter table queue_facts add column caller_tail text;
update queue_facts f set caller_tail = right(regexp_replace(e.event ->> 'callerNumber', '[^0-9]', '', 'g'), 9)
  from live_events e where e.server_id = f.server_id and e.id = f.id and e.kind = 'outcome';

create or replace function keep_queue_facts() returns trigger language plpgsql as $$
begin
  insert into queue_facts
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

create index queue_facts_caller_idx on queue_facts (customer_id, caller_tail, at) where outcome = 'answered';
