-- Whether the days of all customers are still what they were is read from the index alone.
create index queue_packed_days_seals_idx on queue_packed_days (day) include (version);
drop index queue_packed_days_day_idx;
