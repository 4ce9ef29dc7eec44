-- Events of the PBX servers.

-- Live events, append-only. Today's figures and all reports are computed from them. No foreign keys: an event outlives
-- what it is about.
create table live_events (
  server_id integer not null,
  -- Grows with time and is chosen by the writer, so writing an event twice changes nothing.
  id bigint not null,
  at timestamptz not null,
  -- Kind of the live event.
  kind text not null,
  queue text,
  -- The whole event.
  event jsonb not null,
  primary key (server_id, id),
  constraint live_events_stay_once exclude using gist (
    visit_key(server_id, queue, event ->> 'uniqueid', '') with &&,
    visit_span((event ->> 'joinedAt')::float8, (event ->> 'at')::float8) with &&
  ) where (kind = 'outcome'),
  constraint live_events_talk_once exclude using gist (
    visit_key(server_id, queue, event ->> 'uniqueid', event #>> '{row,interface}') with &&,
    visit_span(
      (event ->> 'at')::float8 - 1000 * greatest((event ->> 'talkSeconds')::float8, 1), (event ->> 'at')::float8
    ) with &&
  ) where (kind = 'member' and event ->> 'cause' = 'AgentComplete' and (event ->> 'completes')::boolean)
);
create index live_events_at_idx on live_events (server_id, at);
create index live_events_queue_idx on live_events (server_id, queue, at);
create index live_events_outcome_idx on live_events (server_id, (event ->> 'linkedid')) where kind = 'outcome';
