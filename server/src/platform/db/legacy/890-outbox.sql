create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null default '',
  payload jsonb not null default '{}',
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  problem text,
  dead_at timestamptz,
  created_at timestamptz not null default console_now()
);
create index outbox_topic_idx on outbox (topic, key, id);
create index outbox_due_idx on outbox (topic, next_attempt_at, id) where dead_at is null;
