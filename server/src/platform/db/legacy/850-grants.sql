alter table users
  add column via_key_id uuid,
  add column via_key_name text not null default '';
create index users_via_key on users (via_key_id) where via_key_id is not null;
alter table api_keys add column via_key_id uuid;
create index api_keys_via_key on api_keys (via_key_id) where via_key_id is not null;
alter table acl_rules
  add column author_level integer not null default 1000,
  add column via_key_id uuid;
create index acl_rules_via_key on acl_rules (via_key_id) where via_key_id is not null;
alter table report_schedules add column via_key_id uuid;
