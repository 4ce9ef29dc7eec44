alter table acl_rules add column customer_ids jsonb not null default '[]';
alter table acl_rules add column callcenter_ids jsonb not null default '[]';
alter table acl_rules add column queue_ids jsonb not null default '[]';
alter table acl_rules add column server_ids jsonb not null default '[]';
alter table acl_rules add column own_only boolean not null default false;
alter table acl_rules add column all_but boolean not null default false;
alter table acl_rules add column time_window jsonb;
alter table acl_rules add column field_mask jsonb not null default '[]';
