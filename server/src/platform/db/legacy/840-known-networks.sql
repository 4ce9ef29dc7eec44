create table known_networks (
  username text not null,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (username, network)
);
