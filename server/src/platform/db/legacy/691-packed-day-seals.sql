create index queue_packed_days_seals_idx on queue_packed_days (day) include (version);
drop index queue_packed_days_day_idx;
