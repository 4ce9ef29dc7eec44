-- A second account of which changes concern PBX servers, by triggers on the tables: tests hold what the code writes into the
-- outbox against it (pbx-mark-oracle.ts). It shares no code with mark-queries.ts.
create table expected_marks (
  tx xid8 not null default pg_current_xact_id(),
  by_trigger text not null default current_setting('oracle.trigger', true),
  server_id integer not null,
  resource text not null,
  resource_id text not null
);
create table written_marks (tx xid8 not null default pg_current_xact_id(), key text not null, payload jsonb not null);
create function note_written() returns trigger language plpgsql as $$
begin
  insert into written_marks (key, payload) values (new.key, new.payload);
  return null;
end
$$;
create trigger note_written after insert on outbox for each row when (new.topic = 'pbx-changed') execute function note_written();

create function mark_customers_below(top uuid) returns void language sql as $$
  insert into expected_marks (server_id, resource, resource_id)
  select distinct places.server_id, 'customer', places.customer_id::text from (
    select s.server_id, s.customer_id from subscribers s
    union all select d.server_id, d.customer_id from dids d
    union all select q.server_id, q.customer_id from queues q where q.managed
  ) as places
  where places.customer_id in (select customers_below(top)) and places.customer_id <> top
$$;

create function provisioning_mark(server integer, resource text, resource_id text) returns void language sql as $$
  insert into expected_marks (server_id, resource, resource_id) values (server, resource, resource_id)
$$;

create function provisioning_mark_account() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select server_id, 'customer', new.customer_id::text from (
    select server_id from subscribers where customer_id = new.customer_id
    union select server_id from dids where customer_id = new.customer_id
  ) as places;
  return null;
end
$$;

create function provisioning_mark_below() returns trigger language plpgsql as $$
declare
  wall constant text := coalesce(current_setting('ringside.customers', true), '');
begin
  perform set_config('oracle.trigger', tg_name, true);
  perform set_config('ringside.customers', '', true);
  if tg_table_name = 'customer_plans' then
    perform mark_customers_below(new.customer_id);
  elsif tg_table_name = 'plan_versions' then
    perform mark_customers_below(cp.customer_id) from customer_plans cp where cp.plan_id = new.plan_id and new.valid_from is not null
      and exists (select 1 from customers c where c.parent_id = cp.customer_id);
  else
    perform mark_customers_below(new.id);
    if new.parent_id is distinct from old.parent_id then
      insert into expected_marks (server_id, resource, resource_id)
      select distinct s.server_id, 'customer', new.id::text from subscribers s where s.customer_id = new.id;
    end if;
  end if;
  perform set_config('ringside.customers', wall, true);
  return null;
end
$$;

create function provisioning_mark_customer() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.id::text from (
    select server_id from subscribers where customer_id = new.id
    union all select server_id from queues where customer_id = new.id
    union all select server_id from dids where customer_id = new.id
    union all select server_id from ring_groups where customer_id = new.id
    union all select server_id from ivrs where customer_id = new.id
  ) as places;
  return null;
end
$$;

create function provisioning_mark_dial_rules() returns trigger language plpgsql as $$
declare
  rule acl_rules;
begin
  perform set_config('oracle.trigger', tg_name, true);
  if tg_op = 'DELETE' then rule := old; else rule := new; end if;
  if rule.kind = 'dial' then
    perform provisioning_mark(s.server_id, 'acl', rule.id::text)
      from (select distinct server_id from subscribers where rule.customer_id is null or customer_id = rule.customer_id) as s;
  end if;
  return null;
end
$$;

create function provisioning_mark_endpoint() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  perform provisioning_mark(new.id, 'endpoint', new.id::text);
  return null;
end
$$;

create function provisioning_mark_flow() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, tg_argv[0], old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, tg_argv[0], new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, tg_argv[0], new.id::text);
  end if;
  return null;
end
$$;

create function provisioning_mark_group_member() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  -- A deleted group needs only its own mark.
  insert into expected_marks (server_id, resource, resource_id)
  select g.server_id, 'ringgroup', g.id::text from ring_groups as g
  where g.id = case when tg_op = 'DELETE' then old.group_id else new.group_id end;
  return null;
end
$$;

create function provisioning_mark_hours() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  perform provisioning_mark(d.server_id, 'hours', new.id::text)
    from (select server_id from dids where hours_id = new.id
      union select q.server_id from queues as q join callcenters as c on c.id = q.callcenter_id
        where c.hours_id = new.id and q.managed) as d;
  return null;
end
$$;

create function provisioning_mark_member() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select q.server_id, 'queue', q.id::text from queues as q
  where q.id = case when tg_op = 'DELETE' then old.queue_id else new.queue_id end;
  return null;
end
$$;

create function provisioning_mark_plan() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select distinct server_id, 'customer', new.customer_id::text from (
    select server_id from subscribers where customer_id = new.customer_id
    union all select server_id from dids where customer_id = new.customer_id
  ) as places;
  return null;
end
$$;

create function provisioning_mark_plan_version() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select distinct s.server_id, 'customer', s.customer_id::text
  from customer_plans cp join subscribers s on s.customer_id = cp.customer_id
  where cp.plan_id = new.plan_id and new.valid_from is not null;
  return null;
end
$$;

create function provisioning_mark_prompt() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  if new.sound_key is distinct from old.sound_key then
    perform provisioning_mark(used.server_id, 'prompt', new.id::text)
      from (select server_id from ivrs where new.id in (prompt_uploaded, invalid_prompt_uploaded)
        union select server_id from subscribers where voicemail and new.id in
          (voicemail_greeting_uploaded, voicemail_busy_greeting_uploaded, voicemail_name_greeting_uploaded)
        union select server_id from queues where managed
          and new.id in (agent_announcement_uploaded, periodic_announcement_uploaded, recording_announcement_uploaded, music_class_uploaded))
        as used;
  end if;
  return null;
end
$$;

create function provisioning_mark_queue() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, 'queue', old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, 'queue', new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, 'queue', new.id::text);
  end if;
  return null;
end
$$;

create function provisioning_mark_rates() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select distinct place.server_id, 'plan', new.id::text
  from customer_plans cp join (
    select customer_id, server_id from subscribers union select customer_id, server_id from dids
  ) as place on place.customer_id = cp.customer_id
  where cp.plan_id = new.id and (cp.valid_until is null or cp.valid_until > now());
  return null;
end
$$;

create function provisioning_mark_reasons() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  perform provisioning_mark(q.server_id, 'callcenter', new.id::text)
    from (select distinct server_id from queues where callcenter_id = new.id and managed) as q;
  return null;
end
$$;

create function provisioning_mark_subscriber() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  if tg_op <> 'INSERT' then perform provisioning_mark(old.server_id, 'subscriber', old.id::text); end if;
  if tg_op = 'INSERT' then perform provisioning_mark(new.server_id, 'subscriber', new.id::text); end if;
  if tg_op = 'UPDATE' and new.server_id <> old.server_id then
    perform provisioning_mark(new.server_id, 'subscriber', new.id::text);
  end if;
  return null;
end
$$;

create function provisioning_mark_user() returns trigger language plpgsql as $$
begin
  perform set_config('oracle.trigger', tg_name, true);
  insert into expected_marks (server_id, resource, resource_id)
  select server_id, 'subscriber', id::text from subscribers where user_id = new.id;
  return null;
end
$$;

create trigger billing_accounts_new_provisioning after insert
  on billing_accounts for each row when ((new.billing_method = 'prepaid'::text))
  execute function provisioning_mark_account();
create trigger billing_accounts_provisioning after update
  on billing_accounts for each row when (((old.outbound_blocked is distinct from new.outbound_blocked) or (old.billing_method is distinct from new.billing_method)))
  execute function provisioning_mark_account();
create trigger customer_plans_below_provisioning after insert or update
  on customer_plans for each row
  execute function provisioning_mark_below();
create trigger customers_below_provisioning after update
  on customers for each row when (((old.max_concurrent_calls is distinct from new.max_concurrent_calls) or (old.parent_id is distinct from new.parent_id) or (old.code is distinct from new.code)))
  execute function provisioning_mark_below();
create trigger plan_versions_below_provisioning after insert or update
  on plan_versions for each row
  execute function provisioning_mark_below();
create trigger customers_limits_provisioning after update
  on customers for each row when (((old.max_concurrent_calls is distinct from new.max_concurrent_calls) or (old.max_calls_per_second is distinct from new.max_calls_per_second) or (old.default_area_code is distinct from new.default_area_code) or (old.recording_default is distinct from new.recording_default) or (old.recording_full is distinct from new.recording_full)))
  execute function provisioning_mark_customer();
create trigger customers_emergency_provisioning after update
  on customers for each row when ((old.emergency_caller_id is distinct from new.emergency_caller_id))
  execute function provisioning_mark_customer();
create trigger customers_provisioning after update
  on customers for each row when (((old.code is distinct from new.code) or (old.status is distinct from new.status) or (old.country is distinct from new.country)))
  execute function provisioning_mark_customer();
create trigger acl_rules_provisioning after insert or delete or update
  on acl_rules for each row
  execute function provisioning_mark_dial_rules();
create trigger endpoints_provisioning after update
  on endpoints for each row when (((old.console_url is distinct from new.console_url) or (old.max_calls is distinct from new.max_calls)))
  execute function provisioning_mark_endpoint();
create trigger dids_provisioning after insert or delete or update
  on dids for each row
  execute function provisioning_mark_flow('did');
create trigger ivrs_provisioning after insert or delete or update
  on ivrs for each row
  execute function provisioning_mark_flow('ivr');
create trigger outbound_routes_provisioning after insert or delete or update
  on outbound_routes for each row
  execute function provisioning_mark_flow('outboundroute');
create trigger ring_groups_provisioning after insert or delete or update
  on ring_groups for each row
  execute function provisioning_mark_flow('ringgroup');
create trigger trunks_provisioning after insert or delete or update
  on trunks for each row
  execute function provisioning_mark_flow('trunk');
create trigger ring_group_members_provisioning after insert or delete or update
  on ring_group_members for each row
  execute function provisioning_mark_group_member();
create trigger hours_provisioning after update
  on hours for each row
  execute function provisioning_mark_hours();
create trigger queue_members_provisioning after insert or delete or update
  on queue_members for each row
  execute function provisioning_mark_member();
create trigger customer_plans_provisioning after insert or update
  on customer_plans for each row
  execute function provisioning_mark_plan();
create trigger plan_versions_provisioning after insert or update
  on plan_versions for each row
  execute function provisioning_mark_plan_version();
create trigger prompts_provisioning after update
  on prompts for each row
  execute function provisioning_mark_prompt();
create trigger queues_provisioning after insert or delete or update
  on queues for each row
  execute function provisioning_mark_queue();
create trigger plans_rates_provisioning after update
  on plans for each row when ((old.rates_revision is distinct from new.rates_revision))
  execute function provisioning_mark_rates();
create trigger callcenters_provisioning after update
  on callcenters for each row when (((old.pause_reasons is distinct from new.pause_reasons) or (old.hours_id is distinct from new.hours_id) or (old.status is distinct from new.status) or (old.language is distinct from new.language) or (old.recording is distinct from new.recording) or (old.overflow_destination is distinct from new.overflow_destination) or (old.outbound_number is distinct from new.outbound_number)))
  execute function provisioning_mark_reasons();
create trigger subscribers_provisioning after insert or delete or update
  on subscribers for each row
  execute function provisioning_mark_subscriber();
create trigger users_provisioning after update
  on users for each row when ((old.role_id is distinct from new.role_id))
  execute function provisioning_mark_user();
select raise_walls();
