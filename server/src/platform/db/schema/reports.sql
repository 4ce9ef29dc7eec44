-- Facts that reports read, saved views and scheduled reports.

-- Queue visits and talks as columns, made from `live_events`. Reports read them many times faster than events.
create table queue_facts (
  server_id integer not null,
  id bigint not null,
  at timestamptz not null,
  queue text not null,
  -- Text, as the event has it. null: the queue belongs to no customer.
  customer_id text,
  callcenter_id text,
  -- How the visit ended. null: the row is a talk.
  outcome text,
  -- Seconds.
  wait integer,
  joined_at timestamptz,
  -- Seconds of a talk.
  talk integer,
  -- The agent transferred the caller.
  sent_on boolean not null default false,
  -- Last nine digits of the caller's number, to find a later call of the same caller.
  caller_tail text,
  -- Abandoned visit whose number was deleted by age: when the caller reached an agent, and when someone called back.
  agent_at timestamptz,
  called_at timestamptz,
  primary key (server_id, id)
);
create index queue_facts_at_idx on queue_facts (at);
create index queue_facts_customer_idx on queue_facts (customer_id, at);
create index queue_facts_caller_idx on queue_facts (customer_id, caller_tail, at) where outcome = 'answered';

-- What happened to agents, as columns, made from `live_events`. The agent report builds its time lines from them.
create table agent_facts (
  server_id integer not null,
  id bigint not null,
  at timestamptz not null,
  customer_id text,
  callcenter_id text,
  queue text not null,
  interface text not null,
  name text not null,
  -- `added`, `removed`, `pause`, `connect`, `complete`, `missed` or `seen`.
  kind text not null,
  -- State of the membership at that time.
  paused boolean not null default false,
  reason text not null default '',
  -- Unix seconds, as `login_at`.
  paused_since bigint,
  login_at bigint,
  incall boolean not null default false,
  wrapup integer not null default 0,
  -- Seconds of ringing.
  ring integer not null default 0,
  -- Seconds of talk.
  talk integer,
  -- The caller's unique id.
  call text,
  -- Agent as reported, when a merge attributes the row to another agent. null: the same.
  told_interface text,
  told_name text,
  primary key (server_id, id)
);
create index agent_facts_at_idx on agent_facts (at);
create index agent_facts_agent_idx on agent_facts (server_id, interface, queue, at);
create index agent_facts_members_idx on agent_facts (customer_id, at) include (server_id, interface, queue,
  callcenter_id, name);

-- Two names of one agent: rows of one, past and future, count for the other. The events keep the reported name, so a
-- merge can be undone.
create table agent_merges (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  server_id integer not null references endpoints (id) on delete cascade,
  -- As reported.
  interface text not null,
  name text not null,
  -- The agent that gets the rows.
  into_interface text not null,
  into_name text not null,
  created_at timestamptz not null default console_now(),
  created_by text not null,
  constraint agent_merges_two check (interface <> into_interface),
  constraint agent_merges_agent_key unique (customer_id, server_id, interface)
);
create index agent_merges_into_idx on agent_merges (customer_id, server_id, into_interface);
create index agent_merges_server_idx on agent_merges (server_id);

-- The queue facts of a customer's day (UTC) in one row, so that a report of a month reads 30 rows. A day with a mark is
-- out of date, and reports read its facts instead.
create table queue_packed_days (
  -- Empty: queues without a customer.
  customer_id text not null,
  day date not null,
  -- Written and read by `reports/queue-report/day-queries.ts`.
  sources text not null,
  -- Base64, which travels ten times faster than bytea.
  facts text not null,
  -- Changes with the content: a console that holds the day in memory asks for other versions only.
  version uuid not null default gen_random_uuid(),
  primary key (customer_id, day)
);
alter table queue_packed_days alter column facts set storage external;
create index queue_packed_days_seals_idx on queue_packed_days (day) include (version);

-- Days whose queue facts changed, written in the transaction of the change (`live/event-queries.ts`). Rows are only
-- added, so writers do not wait for each other. Packing deletes those whose facts it saw (`reports/pack-days.ts`).
create table queue_day_marks (
  id bigint generated always as identity primary key,
  customer_id text not null,
  day date not null
);
create index queue_day_marks_customer_idx on queue_day_marks (customer_id, day);
create index queue_day_marks_day_idx on queue_day_marks (day);

-- Like `queue_packed_days`, for agent facts.
create table agent_packed_days (
  customer_id text not null,
  day date not null,
  -- Written and read by `reports/agent-report/agent-days.ts`.
  sources text not null,
  facts text not null,
  version uuid not null default gen_random_uuid(),
  primary key (customer_id, day)
);
alter table agent_packed_days alter column facts set storage external;
create index agent_packed_days_day_idx on agent_packed_days (day);

-- Like `queue_day_marks`, for agent facts.
create table agent_day_marks (
  id bigint generated always as identity primary key,
  customer_id text not null,
  day date not null
);
create index agent_day_marks_customer_idx on agent_day_marks (customer_id, day);
create index agent_day_marks_day_idx on agent_day_marks (day);

-- Live figures of a queue at the end of its day, to compare with the stored events.
create table queue_days (
  server_id integer not null,
  queue text not null,
  day date not null,
  customer_id uuid not null,
  figures jsonb not null,
  ended_at timestamptz not null,
  primary key (server_id, queue, day)
);

-- A customer's day computed again from events and compared with live figures and reports.
create table day_checks (
  customer_id uuid not null,
  day date not null,
  checked_at timestamptz not null,
  -- How many figures were compared.
  figures integer not null,
  -- Figures that differ.
  differences jsonb not null,
  primary key (customer_id, day)
);

-- Reports sent by e-mail. A schedule sends what its owner may see.
create table report_schedules (
  id uuid primary key,
  -- null: of the platform.
  customer_id uuid references customers (id) on delete cascade,
  -- null: the owner was deleted.
  owner_id uuid references users (id) on delete set null,
  owner_name text not null,
  name text not null,
  report text not null check (report in ('queues', 'agents', 'calls', 'billing')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  filters jsonb not null default '{}',
  every text not null check (every in ('day', 'week', 'month')),
  -- Day of the week from Monday (1 to 7), or of the month (1 to 28).
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
  -- API key that created the schedule: it limits what is sent, and its end ends the schedule.
  via_key_id uuid,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint report_schedules_customer_owner_fkey foreign key (customer_id, owner_id)
    references users (customer_id, id) on delete set null (owner_id)
);
create index report_schedules_due_idx on report_schedules (next_at) where not paused;
create index report_schedules_customer_idx on report_schedules (customer_id);
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy customer_wall on report_schedules using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
  or customer_id = any ((select string_to_array(coalesce(current_setting('ringside.customers', true), ''), ','))::uuid[])
);

-- Outbox of scheduled reports. One node claims a letter. A letter interrupted while it was handed over is not sent
-- again.
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

-- Saved filters of a report, private or shared within the customer.
create table report_views (
  id uuid primary key,
  -- null: of the platform.
  customer_id uuid references customers (id) on delete cascade,
  owner_id uuid not null references users (id) on delete cascade,
  report text not null check (report in ('queues', 'agents', 'calls', 'billing')),
  name text not null,
  search jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default console_now(),
  constraint report_views_name_key unique (owner_id, report, name),
  constraint report_views_customer_owner_fkey foreign key (customer_id, owner_id)
    references users (customer_id, id) on delete cascade
);
create index report_views_customer_idx on report_views (customer_id, report);
alter table report_views enable row level security;
alter table report_views force row level security;
create policy customer_wall on report_views using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
  or customer_id = any ((select string_to_array(coalesce(current_setting('ringside.customers', true), ''), ','))::uuid[])
);

-- The saved view that a user starts a report with.
create table report_view_defaults (
  user_id uuid not null references users (id) on delete cascade,
  report text not null,
  view_id uuid not null references report_views (id) on delete cascade,
  primary key (user_id, report)
);
