alter table acl_rules
  add column hit_count integer not null default 0,
  add column last_hit_at timestamptz;
alter table acl_rules drop constraint acl_rules_subject_type_check;
alter table acl_rules add constraint acl_rules_subject_type_check
  check (subject_type in ('everyone', 'role', 'user', 'apikey', 'customer', 'subscriber'));
