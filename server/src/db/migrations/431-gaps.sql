-- When a PBX was not seen: its link was down, the console was down, or it was switched off here. What happened meanwhile is
-- not in the figures until the PBX's own records are read; then the gap is caught up, and says what was missing.
create table pbx_gaps (
  id uuid primary key,
  server_id integer not null,
  from_at timestamptz not null,
  to_at timestamptz,
  cause text not null check (cause in ('link', 'console', 'off')),
  -- Call records, and what queues and agents did, come from different files.
  calls_caught_up_at timestamptz,
  calls_recovered integer not null default 0,
  queues_caught_up_at timestamptz,
  stays_recovered integer not null default 0,
  check (to_at is null or to_at >= from_at)
);
create index pbx_gaps_server_idx on pbx_gaps (server_id, from_at);
-- One at a time goes on.
create unique index pbx_gaps_open_idx on pbx_gaps (server_id) where to_at is null;

-- When each PBX was seen last: what a console that was killed still knows at its next start.
create table pbx_seen (
  server_id integer primary key,
  seen_at timestamptz not null
);
