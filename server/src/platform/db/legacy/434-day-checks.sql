create table queue_days (
  server_id integer not null,
  queue text not null,
  day date not null,
  customer_id uuid not null,
  figures jsonb not null,
  ended_at timestamptz not null,
  primary key (server_id, queue, day)
);

create table day_checks (
  customer_id uuid not null,
  day date not null,
  checked_at timestamptz not null,
  figures integer not null,
  differences jsonb not null,
  primary key (customer_id, day)
);
