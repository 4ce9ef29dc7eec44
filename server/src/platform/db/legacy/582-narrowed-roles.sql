alter table roles add column narrowed jsonb not null default '[]';
alter table roles add column assignable_by jsonb not null default '[]';
