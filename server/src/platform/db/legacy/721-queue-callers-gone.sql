alter table customers
  add column callers_gone_before timestamptz;
alter table queue_facts
  add column agent_at timestamptz,
  add column called_at timestamptz;
