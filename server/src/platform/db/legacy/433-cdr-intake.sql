create sequence asterisk_cdr_id_seq;
create table asterisk_cdr (
  id bigint not null default nextval('asterisk_cdr_id_seq') primary key,
  written_by text not null default session_user,
  arrived_at timestamptz not null default now(),
  accountcode text,
  src text,
  dst text,
  dcontext text,
  clid text,
  channel text,
  dstchannel text,
  lastapp text,
  lastdata text,
  "start" bigint,
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
  fault text
);
create index asterisk_cdr_waiting_idx on asterisk_cdr (id) where fault is null;

create table cdr_writers (
  login text primary key,
  server_id integer not null,
  first_at timestamptz,
  last_at timestamptz
);

create table history_news (
  server_id integer primary key,
  read_at timestamptz not null,
  to_at timestamptz not null
);
