create index live_events_counted_idx on live_events (at)
  where kind = 'outcome' or (kind = 'member' and event ->> 'cause' = 'AgentComplete');
create index live_events_counted_customer_idx
  on live_events ((coalesce(event #>> '{owner,customerId}', event #>> '{row,owner,customerId}')), at)
  where kind = 'outcome' or (kind = 'member' and event ->> 'cause' = 'AgentComplete');
