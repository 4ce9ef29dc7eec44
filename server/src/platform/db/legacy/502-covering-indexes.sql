create index call_ratings_report_idx on call_ratings (customer_id, at)
  include (status, plan_id, direction, destination_group, currency, raw_seconds, billed_seconds, allowance_seconds, amount);
drop index call_ratings_customer_idx;
create index agent_facts_members_idx on agent_facts (customer_id, at)
  include (server_id, interface, queue, callcenter_id, name);
drop index agent_facts_customer_idx;
