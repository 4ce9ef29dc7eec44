alter table callcenters add column max_wait_seconds integer not null default 180 check (max_wait_seconds between 10 and 7200);
