-- Tables of the platform, which know no business area.

-- Requests that carried an Idempotency-Key. A repeated request with the same key gets the first answer. Rows are
-- deleted after a day.
create table idempotency_keys (
  -- Who called: `user <id>` or `key <id>`, and on whose behalf.
  caller text not null,
  key text not null,
  -- The process that carries out the request.
  owner text not null,
  claimed_at timestamptz not null,
  -- The request, encrypted, because a body may hold a secret.
  request text not null,
  -- The answer, encrypted. null: not finished.
  answer text,
  -- The row that the request wrote, set in the same transaction. After a crash it shows whether the request was carried
  -- out.
  done_resource text,
  done_id text,
  primary key (caller, key)
);
create index idempotency_keys_at_idx on idempotency_keys (claimed_at);

-- Work that a committed change leaves behind, written in the transaction of the change. One worker per topic
-- (`platform/outbox`) claims entries, and deletes them when they are done.
create table outbox (
  id bigint generated always as identity primary key,
  -- Kind of work.
  topic text not null,
  -- Entries of a topic with the same key may be handled together.
  key text not null default '',
  payload jsonb not null default '{}',
  -- Tries, the running one included.
  attempts integer not null default 0,
  -- null: at once. While a worker has the entry: until when.
  next_attempt_at timestamptz,
  -- Why the last try failed.
  problem text,
  -- Dead letter: no further tries.
  dead_at timestamptz,
  created_at timestamptz not null default console_now()
);
create index outbox_topic_idx on outbox (topic, key, id);
create index outbox_due_idx on outbox (topic, next_attempt_at, id) where dead_at is null;

-- A text encrypted with the secret key. The console compares it at start, so that a wrong key fails there and not at
-- the first stored secret.
create table secret_key_proof (
  -- Keeps the table at one row.
  only_row boolean primary key default true check (only_row),
  sealed text not null
);

-- `platform/db/migrate.ts` creates the table of migrations before this function exists.
alter table migrations alter column ran_at set default console_now();
