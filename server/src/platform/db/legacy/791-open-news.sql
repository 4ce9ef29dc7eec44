create index notifications_open_idx on notifications (open_key) where open_key is not null;
