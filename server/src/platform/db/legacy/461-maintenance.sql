alter table endpoints
  add column maintenance boolean not null default false,
  add column maintenance_until timestamptz,
  add column maintenance_reason text not null default '';
