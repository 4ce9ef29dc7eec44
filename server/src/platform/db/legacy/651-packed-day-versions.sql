alter table queue_packed_days add column version uuid not null default gen_random_uuid();
alter table agent_packed_days add column version uuid not null default gen_random_uuid();
