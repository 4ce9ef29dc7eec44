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
