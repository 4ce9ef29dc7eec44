-- Call records, recordings, imports, and gaps in what the console saw.

-- Rows of Asterisk's call detail records, as they arrived. No foreign keys: they outlive server and customer.
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
  arrived_at timestamptz not null default console_now(),
  primary key (server_id, linkedid, uniqueid, sequence)
);

-- Call records, computed from the legs. One record per call and customer. No foreign keys: they outlive server and
-- customer.
create table calls (
  id uuid primary key,
  server_id integer not null,
  linkedid text not null,
  uniqueid text not null,
  customer_id uuid,
  -- Customer of a further record of a call between customers. Empty: the call's own record.
  party text not null default '',
  callcenter_id uuid,
  direction text not null check (direction in ('inbound', 'outbound', 'internal')),
  -- answered, missed, busy, failed and so on.
  status text not null,
  source text not null,
  source_name text not null,
  destination text not null,
  extension text not null,
  -- Channel of the subscriber or trunk, such as `PJSIP/acme-201`.
  device text not null,
  -- Trunk of the first paid leg. Empty: none. null: `rules` is 0.
  trunk text,
  queue text,
  agent_name text,
  agent_interface text,
  start_at timestamptz not null,
  answer_at timestamptz,
  -- Start of the billed time: the first answer of the trunk. null: not connected, or `rules` is 0.
  connected_at timestamptz,
  end_at timestamptz not null,
  duration integer not null,
  wait_seconds integer not null,
  talk_seconds integer not null,
  billable_seconds integer not null,
  -- Further paid legs of a call that was forwarded outside, as JSON: [{number, device, answerAt, seconds}].
  onward text,
  -- How many CDR rows the call has.
  legs integer not null,
  -- Version of the rules that made the record. 0: an old console. Such a record keeps its facts while its legs exist.
  rules smallint not null default 0,
  -- The call waits to be rated.
  rating_due boolean not null default true,
  recording_file text not null,
  -- The recording is on hold: it is not deleted.
  recording_held boolean not null default false,
  -- null: as the PBX left it.
  recording_state text check (recording_state in ('deleting', 'deleted', 'missing')),
  recording_state_at timestamptz,
  constraint calls_linkedid_key unique (server_id, linkedid, party)
);
create index calls_recording_idx on calls (customer_id, start_at) where recording_file <> ''
  and recording_state is distinct from 'deleted';
create index calls_start_idx on calls (start_at, id);
create index calls_customer_idx on calls (customer_id, start_at, id);
create index calls_callcenter_idx on calls (callcenter_id, start_at, id) where callcenter_id is not null;
create index calls_source_tail_idx on calls (right(translate(source, translate(source, '0123456789', ''), ''), 7),
  start_at);
create index calls_destination_tail_idx on calls (right(translate(destination, translate(destination, '0123456789',
  ''), ''), 7), start_at);
create index calls_rating_due_idx on calls (coalesce(connected_at, answer_at)) where rating_due;

-- Calls that were joined: channels that began under the linked id `origin` continued under `linkedid`.
create table call_links (
  server_id integer not null,
  linkedid text not null,
  origin text not null,
  primary key (server_id, linkedid, origin)
);
create index call_links_origin_idx on call_links (server_id, origin);

-- Start and end of calls whose records were deleted by age. Concurrent calls are billed from them. They hold no
-- numbers.
create table call_spans (
  customer_id uuid not null references customers (id) on delete cascade,
  server_id integer not null,
  linkedid text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  primary key (customer_id, server_id, linkedid)
);
create index call_spans_start_idx on call_spans (customer_id, start_at);

create sequence asterisk_cdr_id_seq;
-- Call records that PBX servers write themselves (cdr_pgsql). Rows wait here until the console reads them, about a
-- second. A login may insert here and nothing else (`ringside cdr-login`).
create table asterisk_cdr (
  id bigint primary key default nextval('asterisk_cdr_id_seq'::regclass),
  -- Login that wrote the row.
  written_by text not null default session_user,
  arrived_at timestamptz not null default console_now(),
  accountcode text,
  src text,
  dst text,
  dcontext text,
  clid text,
  channel text,
  dstchannel text,
  lastapp text,
  lastdata text,
  -- Seconds since 1970, because the PBX sends no time zone.
  start bigint,
  answer bigint,
  "end" bigint,
  duration integer,
  billsec integer,
  disposition text,
  userfield text,
  uniqueid text,
  linkedid text,
  peeraccount text,
  sequence integer,
  recordingfile text,
  tenant text,
  -- Why the row cannot be read. It stays for an administrator.
  fault text
);
create index asterisk_cdr_waiting_idx on asterisk_cdr (id) where fault is null;

-- Which login belongs to which PBX server, and the range of time that it wrote.
create table cdr_writers (
  login text primary key,
  server_id integer not null,
  first_at timestamptz,
  last_at timestamptz
);

-- How far the console has read the files that it follows (RINGSIDE_LOGS), so that a restart or a rotation loses
-- nothing.
create table followed_logs (
  server_id integer not null,
  path text not null,
  -- Identifies the imported file. A rotation renames the file.
  inode text not null,
  position bigint not null,
  -- No calls are missing from this time on: the end of the first imported call.
  since timestamptz,
  read_at timestamptz not null,
  -- SHA-256 of the last bytes before `position`. It shows that a file was truncated and has grown again. null: not
  -- known.
  tail text,
  primary key (server_id, path)
);

-- Imports of old call records and queue logs, with progress and result.
create table history_imports (
  id uuid primary key,
  server_id integer not null,
  kind text not null,
  file_name text not null,
  time_zone text not null,
  dry_run boolean not null,
  state text not null check (state in ('running', 'done', 'failed')),
  progress jsonb not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index history_imports_started_idx on history_imports (started_at);

-- Set when history of a PBX was imported: figures of today that were counted before have to be counted again.
create table history_news (
  server_id integer primary key,
  read_at timestamptz not null,
  to_at timestamptz not null
);

-- Times in which the console did not see a PBX server. Figures miss what happened then until its own records are read.
create table pbx_gaps (
  id uuid primary key,
  server_id integer not null,
  from_at timestamptz not null,
  -- null: the gap is open. A server has at most one open gap.
  to_at timestamptz,
  -- The link, the console, or the server was off.
  cause text not null check (cause in ('link', 'console', 'off')),
  -- Call records and queue history come from different files.
  calls_caught_up_at timestamptz,
  calls_recovered integer not null default 0,
  queues_caught_up_at timestamptz,
  -- Queue visits that the catch-up found.
  stays_recovered integer not null default 0,
  check (to_at is null or to_at >= from_at)
);
create index pbx_gaps_server_idx on pbx_gaps (server_id, from_at);
create unique index pbx_gaps_open_idx on pbx_gaps (server_id) where to_at is null;

-- When each PBX server was last seen. After a crash the next start opens the gap from there.
create table pbx_seen (
  server_id integer primary key,
  seen_at timestamptz not null
);

-- Where the recordings of a PBX server are. Without a row: a folder of the console's own machine (RINGSIDE_RECORDINGS).
create table recording_sources (
  server_id integer primary key references endpoints (id) on delete cascade,
  kind text not null check (kind in ('local', 'ari', 'http', 's3')),
  -- Folder that the PBX records into. It is removed from the file names.
  pbx_folder text not null default '',
  -- local: a folder below that of the console. Otherwise the address of the service.
  address text not null default '',
  username text not null default '',
  -- Encrypted with the secret key (`platform/db/secrets`). Empty: none.
  secret text not null default '',
  bucket text not null default '',
  region text not null default '',
  -- Put in front of each name in a bucket.
  prefix text not null default '',
  -- Whether the console may delete recordings there.
  may_delete boolean not null default false
);

-- Size of the recordings of a customer at the end of each day, for fees by storage.
create table recording_days (
  customer_id uuid not null references customers (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (customer_id, day)
);

-- Recordings that someone started by hand.
create table hand_recordings (
  id uuid primary key,
  server_id integer not null,
  linkedid text not null,
  -- The customer who recorded, for a call between customers. null: the customer of the call.
  customer_id uuid,
  file text not null,
  begun_by text not null,
  begun_at timestamptz not null default console_now(),
  -- null: as the PBX left it.
  state text check (state in ('deleting', 'deleted', 'missing')),
  state_at timestamptz,
  constraint hand_recordings_key unique (server_id, linkedid, file)
);
create index hand_recordings_begun_idx on hand_recordings (begun_at) where state is distinct from 'deleted';
