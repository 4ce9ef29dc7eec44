alter table customers add column server_ids jsonb not null default '[]' check (jsonb_typeof(server_ids) = 'array');
