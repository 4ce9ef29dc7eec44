-- On which PBX servers a customer may have something, the first where none is named; []: on any. No keys: a server that is
-- deleted leaves its customers where they are, and not free to be anywhere.
alter table customers add column server_ids jsonb not null default '[]' check (jsonb_typeof(server_ids) = 'array');
