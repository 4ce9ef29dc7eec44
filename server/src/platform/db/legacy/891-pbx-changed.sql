insert into outbox (topic, key, payload, created_at)
  select 'pbx-changed', server_id::text, jsonb_build_object('resource', resource, 'resourceId', resource_id), at
  from provisioning_marks order by id;
drop table provisioning_marks;

drop function provisioning_mark_account() cascade;
drop function provisioning_mark_below() cascade;
drop function provisioning_mark_customer() cascade;
drop function provisioning_mark_dial_rules() cascade;
drop function provisioning_mark_endpoint() cascade;
drop function provisioning_mark_flow() cascade;
drop function provisioning_mark_group_member() cascade;
drop function provisioning_mark_hours() cascade;
drop function provisioning_mark_member() cascade;
drop function provisioning_mark_plan() cascade;
drop function provisioning_mark_plan_version() cascade;
drop function provisioning_mark_prompt() cascade;
drop function provisioning_mark_queue() cascade;
drop function provisioning_mark_rates() cascade;
drop function provisioning_mark_reasons() cascade;
drop function provisioning_mark_subscriber() cascade;
drop function provisioning_mark_user() cascade;
drop function mark_customers_below(uuid);
drop function provisioning_mark(integer, text, text);

drop function rates_changed() cascade;
