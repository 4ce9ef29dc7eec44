create table recording_sources (
  server_id integer primary key references endpoints (id) on delete cascade,
  kind text not null check (kind in ('local', 'ari', 'http', 's3')),
  pbx_folder text not null default '',
  address text not null default '',
  username text not null default '',
  secret text not null default '',
  bucket text not null default '',
  region text not null default '',
  prefix text not null default '',
  may_delete boolean not null default false
);

alter table calls
  add column recording_held boolean not null default false,
  add column recording_state text check (recording_state in ('deleting', 'deleted', 'missing')),
  add column recording_state_at timestamptz;
create index calls_recording_idx on calls (customer_id, start_at)
  where recording_file <> '' and recording_state is distinct from 'deleted';

alter table customers
  add column recording_retention_days integer check (recording_retention_days between 1 and 36500),
  add column recording_hold boolean not null default false;

create table hand_recordings (
  id uuid primary key,
  server_id integer not null,
  linkedid text not null,
  file text not null,
  begun_by text not null,
  begun_at timestamptz not null default now(),
  state text check (state in ('deleting', 'deleted', 'missing')),
  state_at timestamptz,
  constraint hand_recordings_key unique (server_id, linkedid, file)
);
create index hand_recordings_begun_idx on hand_recordings (begun_at) where state is distinct from 'deleted';
