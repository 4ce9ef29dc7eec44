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
