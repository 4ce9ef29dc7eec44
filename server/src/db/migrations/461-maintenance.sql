-- Somebody works on a PBX on purpose: until when (null: until it is ended by hand), and why.
alter table endpoints
  add column maintenance boolean not null default false,
  add column maintenance_until timestamptz,
  add column maintenance_reason text not null default '';
