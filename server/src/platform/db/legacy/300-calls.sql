create table cdr_legs (
  server_id integer not null,
  linkedid text not null,
  uniqueid text not null,
  sequence integer not null,
  account_code text not null,
  peer_account text not null,
  tenant_id text not null,
  source text not null,
  destination text not null,
  context text not null,
  caller_id text not null,
  channel text not null,
  destination_channel text not null,
  last_application text not null,
  last_data text not null,
  start_at timestamptz not null,
  answer_at timestamptz,
  end_at timestamptz not null,
  duration integer not null,
  billable_seconds integer not null,
  disposition text not null,
  user_field text not null,
  recording_file text not null,
  arrived_at timestamptz not null default now(),
  primary key (server_id, linkedid, uniqueid, sequence)
);

create table calls (
  id uuid primary key,
  server_id integer not null,
  linkedid text not null,
  uniqueid text not null,
  customer_id uuid,
  callcenter_id uuid,
  direction text not null check (direction in ('inbound', 'outbound', 'internal')),
  status text not null,
  source text not null,
  source_name text not null,
  destination text not null,
  extension text not null,
  device text not null,
  queue text,
  agent_name text,
  agent_interface text,
  start_at timestamptz not null,
  answer_at timestamptz,
  end_at timestamptz not null,
  duration integer not null,
  wait_seconds integer not null,
  talk_seconds integer not null,
  billable_seconds integer not null,
  recording_file text not null,
  legs integer not null,
  constraint calls_linkedid_key unique (server_id, linkedid)
);
create index calls_start_idx on calls (start_at desc, id desc);
create index calls_customer_idx on calls (customer_id, start_at desc, id desc);
create index calls_callcenter_idx on calls (callcenter_id, start_at desc, id desc);

create index live_events_outcome_idx on live_events (server_id, (event ->> 'linkedid')) where kind = 'outcome';
