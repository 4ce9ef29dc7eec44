-- The live figures of a queue as its day ended, to be held against what the stored events come to.
create table queue_days (
  server_id integer not null,
  queue text not null,
  day date not null,
  customer_id uuid not null,
  figures jsonb not null,
  ended_at timestamptz not null,
  primary key (server_id, queue, day)
);

-- A customer's day, computed again from the raw events and held against live figures and reports.
create table day_checks (
  customer_id uuid not null,
  day date not null,
  checked_at timestamptz not null,
  -- How many figures were held against each other, and those that differ.
  figures integer not null,
  differences jsonb not null,
  primary key (customer_id, day)
);
