-- What goes on is looked for by its key, whoever was told: few rows of many.
create index notifications_open_idx on notifications (open_key) where open_key is not null;
