create table list_views (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  columns jsonb,
  density text not null check (density in ('comfortable', 'compact')),
  primary key (user_id, list)
);
