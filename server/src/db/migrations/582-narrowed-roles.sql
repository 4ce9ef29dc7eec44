-- How far a role reaches for a single resource, and what it withholds of it: [{"resource", "reach", "masks"}]. Who may give a
-- role: ids of roles, empty for everybody who stands high enough.
alter table roles add column narrowed jsonb not null default '[]';
alter table roles add column assignable_by jsonb not null default '[]';
