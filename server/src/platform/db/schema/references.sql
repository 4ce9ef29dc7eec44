-- References that cannot stand with their table: to tables of a later file, and those made from destinations and
-- sounds.

alter table user_callcenters add constraint user_callcenters_callcenter_fkey
  foreign key (customer_id, callcenter_id) references callcenters (customer_id, id);
alter table ring_group_members add constraint ring_group_members_subscriber_fkey
  foreign key (customer_id, subscriber_id) references subscribers (customer_id, id) on delete cascade;

-- A destination is JSON: {"kind": "queue", "id": "…", "number": ""}. For each destination column these columns hold the
-- id by kind of target, with a foreign key: the target exists, belongs to the same customer, and cannot be deleted
-- while something leads to it.
do $$
declare
  place record;
  target record;
begin
  for place in select * from (values
    ('callcenters', 'overflow_destination', 'overflow_to', 'not null'),
    ('dids', 'destination', 'to', 'every row'),
    ('dids', 'closed_destination', 'closed_to', 'every row'),
    ('ivr_keys', 'destination', 'to', 'every row'),
    ('ivrs', 'fallback', 'to', 'every row'),
    ('queues', 'timeout_destination', 'timeout_to', 'not null'),
    ('queues', 'full_destination', 'full_to', 'not null'),
    ('queues', 'exit_destination', 'exit_to', 'not null'),
    ('queues', 'closed_destination', 'closed_to', 'not null'),
    ('ring_groups', 'fallback', 'to', 'every row')
  ) as places (table_name, source, prefix, indexed)
  loop
    for target in select * from (values
      ('subscriber', 'subscribers', '{extension,voicemail}'),
      ('queue', 'queues', '{queue}'),
      ('ring_group', 'ring_groups', '{ringgroup}'),
      ('ivr', 'ivrs', '{ivr}')
    ) as targets (noun, table_name, kinds)
    loop
      execute format('alter table %I add column %I uuid generated always as (destination_id(%I, %L)) stored',
        place.table_name, place.prefix || '_' || target.noun, place.source, target.kinds);
      execute format('alter table %I add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)',
        place.table_name, place.table_name || '_' || place.prefix || '_' || target.noun || '_fkey',
        place.prefix || '_' || target.noun, target.table_name);
      execute format('create index %I on %I (%I)',
        place.table_name || '_' || place.prefix || '_' || target.noun || '_idx', place.table_name,
        place.prefix || '_' || target.noun)
        || case place.indexed when 'not null' then format(' where %I is not null', place.prefix || '_' || target.noun) else '' end;
    end loop;
  end loop;
end
$$;

-- A sound field names a file of the PBX or `uploaded/<id>`. For each sound field a column holds the id of the uploaded
-- prompt, with a foreign key.
do $$
declare
  place record;
begin
  for place in select * from (values
    ('ivrs', 'prompt'),
    ('ivrs', 'invalid_prompt'),
    ('queues', 'agent_announcement'),
    ('queues', 'periodic_announcement'),
    ('queues', 'recording_announcement'),
    ('queues', 'music_class'),
    ('subscribers', 'voicemail_greeting'),
    ('subscribers', 'voicemail_busy_greeting'),
    ('subscribers', 'voicemail_name_greeting')
  ) as places (table_name, source)
  loop
    execute format('alter table %I add column %I uuid generated always as (uploaded_id(%I)) stored',
      place.table_name, place.source || '_uploaded', place.source);
    execute format('alter table %I add constraint %I foreign key (customer_id, %I) references prompts (customer_id, id)',
      place.table_name, place.table_name || '_' || place.source || '_fkey', place.source || '_uploaded');
    execute format('create index %I on %I (%I) where %I is not null', place.table_name || '_' || place.source || '_idx',
      place.table_name, place.source || '_uploaded', place.source || '_uploaded');
  end loop;
end
$$;
