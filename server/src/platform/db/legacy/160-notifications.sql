create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  params jsonb not null,
  open_key text,
  at timestamptz not null,
  read_at timestamptz,
  constraint notifications_open_key unique (user_id, open_key)
);
create index notifications_user_idx on notifications (user_id, at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;
create index notifications_at_idx on notifications (at);

create table sign_in_places (
  user_id uuid not null references users (id) on delete cascade,
  network text not null,
  device text not null,
  last_at timestamptz not null,
  primary key (user_id, network, device)
);
