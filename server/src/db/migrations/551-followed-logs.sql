-- How far the console has read files of PBXs that it follows (RINGSIDE_LOGS), so that a restart and a rotation lose nothing.
create table followed_logs (
  server_id integer not null,
  path text not null,
  -- Of the file that was read: after a rotation it goes by another name.
  inode text not null,
  position bigint not null,
  -- From when on nothing is missing: the end of the first call that was read.
  since timestamptz,
  read_at timestamptz not null,
  primary key (server_id, path)
);
