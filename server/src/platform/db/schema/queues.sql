-- Call centers, queues and their members.

-- A call center: a group of queues with common targets, pause reasons and hours.
create table callcenters (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  name text not null,
  code text not null,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'paused')),
  timezone text not null,
  -- Language of position and wait announcements. `pbx`: that of the PBX.
  language text not null default 'pbx' check (language in ('pbx', 'en', 'es', 'fr', 'he')),
  hours_id uuid,
  -- Where new queues are placed.
  default_server_id integer references endpoints (id) on delete set null,
  -- Maximum number of agents. null: no limit.
  max_agents integer check (max_agents >= 0),
  sla_target_seconds integer not null default 20,
  sla_target_percent integer not null default 80,
  -- Which of the seven service level formulas applies.
  sla_formula integer not null default 3 check (sla_formula between 1 and 7),
  -- Callers who hang up earlier do not count as abandoned.
  short_abandon_seconds integer not null default 5,
  -- A longer wait notifies the supervisors.
  max_wait_seconds integer not null default 180 check (max_wait_seconds between 10 and 7200),
  wrapup_seconds integer not null default 0,
  -- [{code, name, names by language, …}].
  pause_reasons jsonb not null default '[]',
  recording text not null default 'none' check (recording in ('none', 'all')),
  -- Caller ID of calls that the agents make.
  outbound_number text not null default '',
  -- For callers of queues that set none.
  overflow_destination jsonb,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint callcenters_customer_id_id_key unique (customer_id, id),
  constraint callcenters_code_key unique (customer_id, code),
  constraint callcenters_hours_fkey foreign key (customer_id, hours_id)
    references hours (customer_id, id)
);
create unique index callcenters_name_key on callcenters (customer_id, lower(name));
create index callcenters_order_idx on callcenters (lower(name), id);
create index callcenters_hours_idx on callcenters (hours_id) where hours_id is not null;
create index callcenters_default_server_idx on callcenters (default_server_id) where default_server_id is not null;

-- A queue on a PBX server, with the options of app_queue.
create table queues (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  callcenter_id uuid not null,
  server_id integer not null references endpoints (id),
  -- Name on the PBX.
  name text not null,
  -- Name on screens. Empty: the name on the PBX.
  label text not null default '',
  -- The console writes the queue to the PBX. false: the files of the PBX define it, and the console only claims it.
  managed boolean not null default false,
  -- Internal number. Empty: none.
  extension text not null default '' check (extension ~ '^$|^[0-9]{2,10}$'),
  strategy text not null default 'rrmemory'
    check (strategy in ('ringall', 'leastrecent', 'fewestcalls', 'random', 'rrmemory', 'linear', 'wrandom', 'rrordered')),
  ring_seconds integer not null default 15 check (ring_seconds between 1 and 300),
  retry_seconds integer not null default 5 check (retry_seconds between 0 and 60),
  wrapup_seconds integer not null default 0 check (wrapup_seconds between 0 and 3600),
  weight integer not null default 0 check (weight between 0 and 100),
  autofill boolean not null default true,
  ring_in_use boolean not null default false,
  member_delay_seconds integer not null default 0 check (member_delay_seconds between 0 and 30),
  report_hold_time boolean not null default false,
  timeout_restart boolean not null default false,
  timeout_priority text not null default 'app' check (timeout_priority in ('app', 'conf')),
  -- 0: no limit.
  max_callers integer not null default 0 check (max_callers between 0 and 9999),
  -- 0: no limit.
  max_wait_seconds integer not null default 0 check (max_wait_seconds between 0 and 86400),
  service_level_seconds integer not null default 20 check (service_level_seconds between 0 and 3600),
  -- States of agents that do not count as present when a caller joins.
  join_empty jsonb not null default '["paused", "unavailable", "invalid", "unknown"]',
  leave_empty jsonb not null default '[]',
  autopause text not null default 'no' check (autopause in ('no', 'yes', 'all')),
  autopause_delay_seconds integer not null default 0 check (autopause_delay_seconds between 0 and 3600),
  autopause_busy boolean not null default false,
  autopause_unavailable boolean not null default false,
  penalty_members_limit integer not null default 0 check (penalty_members_limit between 0 and 1000),
  -- Which agents a caller reaches as the wait grows: [{afterSeconds, minPenalty, maxPenalty}], in order.
  penalty_steps jsonb not null default '[]' check (jsonb_typeof(penalty_steps) = 'array'),
  -- Music on hold. Empty: the default of the PBX.
  music_class text not null default '',
  agent_announcement text not null default '',
  periodic_announcement text not null default '',
  periodic_seconds integer not null default 0 check (periodic_seconds between 0 and 3600),
  announce_seconds integer not null default 0 check (announce_seconds between 0 and 3600),
  announce_minimum_seconds integer not null default 15 check (announce_minimum_seconds between 0 and 3600),
  announce_position text not null default 'no' check (announce_position in ('no', 'yes', 'limit', 'more')),
  announce_position_limit integer not null default 10 check (announce_position_limit between 1 and 1000),
  announce_hold_time text not null default 'no' check (announce_hold_time in ('no', 'yes', 'once')),
  announce_to_first boolean not null default false,
  announce_round_seconds integer not null default 0 check (announce_round_seconds in (0, 5, 10, 15, 20, 30)),
  log_hidden_numbers boolean not null default true,
  -- Key that leads waiting callers to `exit_destination`.
  exit_key text not null default 'none' check (exit_key ~ '^(none|[0-9*#])$'),
  -- `callcenter`: the setting of the call center.
  recording text not null default 'callcenter' check (recording in ('callcenter', 'none', 'all')),
  recording_announcement text not null default '',
  -- Where callers go after the maximum wait. null: the overflow of the call center, or the call ends.
  timeout_destination jsonb,
  full_destination jsonb,
  exit_destination jsonb,
  -- While the call center is closed or paused.
  closed_destination jsonb,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint queues_name_key unique (server_id, name),
  constraint queues_callcenter_fkey foreign key (customer_id, callcenter_id)
    references callcenters (customer_id, id),
  constraint queues_customer_id_id_key unique (customer_id, id)
);
create index queues_callcenter_idx on queues (customer_id, callcenter_id);
create index queues_order_idx on queues (lower(name), id);
-- The same key again: an old migration added it twice.
alter table queues add constraint queues_customer_key unique (customer_id, id);

-- Subscribers who are agents of a queue.
create table queue_members (
  id uuid primary key,
  customer_id uuid not null,
  queue_id uuid not null,
  subscriber_id uuid not null,
  -- `static`: always a member. `dynamic`: after signing in to the queue.
  kind text not null default 'static' check (kind in ('static', 'dynamic')),
  penalty integer not null default 0 check (penalty between 0 and 1000),
  -- Order in which linear strategies ring.
  position integer not null default 0,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint queue_members_key unique (queue_id, subscriber_id),
  constraint queue_members_queue_fkey foreign key (customer_id, queue_id)
    references queues (customer_id, id) on delete cascade,
  constraint queue_members_subscriber_fkey foreign key (customer_id, subscriber_id)
    references subscribers (customer_id, id) on delete cascade
);
create index queue_members_subscriber_idx on queue_members (customer_id, subscriber_id);

-- PBX servers and names that a queue had before it moved. Reports find its history by them. No foreign key to the
-- server: the history outlives it.
create table queue_places (
  server_id integer not null,
  name text not null,
  customer_id uuid not null,
  queue_id uuid not null,
  left_at timestamptz not null default console_now(),
  primary key (server_id, name),
  constraint queue_places_customer_id_queue_id_fkey foreign key (customer_id, queue_id)
    references queues (customer_id, id) on delete cascade
);
create index queue_places_queue_idx on queue_places (customer_id, queue_id);
