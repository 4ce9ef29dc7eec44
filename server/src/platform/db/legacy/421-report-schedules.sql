create table report_schedules (
  id uuid primary key,
  customer_id uuid references customers (id) on delete cascade,
  owner_id uuid references users (id) on delete set null,
  owner_name text not null,
  name text not null,
  report text not null check (report in ('queues', 'agents')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  filters jsonb not null default '{}',
  every text not null check (every in ('day', 'week', 'month')),
  on_day integer not null,
  clock text not null,
  time_zone text not null,
  language text not null,
  recipients jsonb not null,
  paused boolean not null default false,
  next_at timestamptz not null,
  last_sent_at timestamptz,
  last_failed_at timestamptz,
  last_failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index report_schedules_due_idx on report_schedules (next_at) where not paused;
create index report_schedules_customer_idx on report_schedules (customer_id);

create table report_letters (
  id uuid primary key,
  schedule_id uuid not null references report_schedules (id) on delete cascade,
  due_at timestamptz not null,
  address text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  failure text,
  constraint report_letters_once unique (schedule_id, due_at, address)
);
create index report_letters_waiting_idx on report_letters (next_try_at) where state in ('waiting', 'sending');

alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy customer_wall on report_schedules using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
  or customer_id = any ((select string_to_array(coalesce(current_setting('ringside.customers', true), ''), ','))::uuid[]));
