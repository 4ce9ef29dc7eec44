alter table report_schedules add constraint report_schedules_customer_owner_fkey
  foreign key (customer_id, owner_id) references users (customer_id, id) on delete set null (owner_id);
alter table report_views add constraint report_views_customer_owner_fkey
  foreign key (customer_id, owner_id) references users (customer_id, id) on delete cascade;
