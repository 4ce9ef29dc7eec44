create table followed_logs (
  server_id integer not null,
  path text not null,
  inode text not null,
  position bigint not null,
  since timestamptz,
  read_at timestamptz not null,
  primary key (server_id, path)
);
