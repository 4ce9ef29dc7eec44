-- The prompt id of `uploaded/<id>`, or null.
create function uploaded_id(sound text) returns uuid language sql immutable as $$
  select case when sound ~ '^uploaded/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(sound, 10)::uuid end
$$;

-- Name of the uploaded prompt, or of the sound of the PBX.
create function sound_name(sound text) returns text language sql stable as $$
  select coalesce((select name from prompts where id = uploaded_id(sound)), sound)
$$;

-- The id of a destination of one of these kinds, or null.
create function destination_id(destination jsonb, kinds text[]) returns uuid language sql immutable as $$
  select case when destination ->> 'kind' = any (kinds) then (destination ->> 'id')::uuid end
$$;

-- Name of a destination for people: `201 Noa Levi`, `Sales`, `+442079460100`. Empty: hang up.
create function destination_name(destination jsonb) returns text language sql stable as $$
  select coalesce(case destination ->> 'kind'
    when 'extension' then (select extension || ' ' || name from subscribers where id = (destination ->> 'id')::uuid)
    when 'voicemail' then (select extension || ' ' || name from subscribers where id = (destination ->> 'id')::uuid)
    when 'queue' then (select coalesce(nullif(label, ''), name) from queues where id = (destination ->> 'id')::uuid)
    when 'ringgroup' then (select name from ring_groups where id = (destination ->> 'id')::uuid)
    when 'ivr' then (select name from ivrs where id = (destination ->> 'id')::uuid)
    when 'external' then destination ->> 'number'
  end, '')
$$;

-- Takes the customer from the group.
create function ring_group_member_customer() returns trigger language plpgsql as $$
begin
  if new.customer_id is null then
    new.customer_id := (select customer_id from ring_groups where id = new.group_id);
  end if;
  return new;
end
$$;
