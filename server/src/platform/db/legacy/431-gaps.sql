create table pbx_gaps (
  id uuid primary key,
  server_id integer not null,
  from_at timestamptz not null,
  to_at timestamptz,
  cause text not null check (cause in ('link', 'console', 'off')),
  calls_caught_up_at timestamptz,
  calls_recovered integer not null default 0,
  queues_caught_up_at timestamptz,
  stays_recovered integer not null default 0,
  check (to_at is null or to_at >= from_at)
);
create index pbx_gaps_server_idx on pbx_gaps (server_id, from_at);
create unique index pbx_gaps_open_idx on pbx_gaps (server_id) where to_at is null;

create table pbx_seen (
  server_id integer primary key,
  seen_at timestamptz not null
);
