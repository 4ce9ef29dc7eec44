-- What happened on the PBXs, append-only: today's figures and reports are folded from it. An entry outlives what it
-- speaks of, so there are no foreign keys. `id` grows with time and is the writer's own: writing twice changes nothing.
create table live_events (
  server_id integer not null,
  id bigint not null,
  at timestamptz not null,
  kind text not null,
  queue text,
  event jsonb not null,
  primary key (server_id, id)
);
create index live_events_at_idx on live_events (server_id, at);
create index live_events_queue_idx on live_events (server_id, queue, at);
