-- Who waited in a queue goes with the age of call records, as the calls do; that he waited, and whether he was served, stays.
alter table customers
  -- What came before has no callers any more; null: nothing was looked at yet.
  add column callers_gone_before timestamptz;
alter table queue_facts
  -- Of a lost caller whose number went: when he got through to an agent, and when somebody called him, as it was known then.
  add column agent_at timestamptz,
  add column called_at timestamptz;
