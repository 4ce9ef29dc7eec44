-- What a packed day holds has a name that nothing else ever has: a console that keeps a day in memory asks for it by this name,
-- and is sent the day only where it is another one by now.
alter table queue_packed_days add column version uuid not null default gen_random_uuid();
alter table agent_packed_days add column version uuid not null default gen_random_uuid();
