create table prompts (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  name text not null,
  seconds double precision not null,
  bytes integer not null,
  sound_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint prompts_customer_key unique (customer_id, id)
);
create unique index prompts_name_key on prompts (customer_id, lower(name));
create unique index prompts_sound_key on prompts (sound_key);

create table prompt_sounds (
  prompt_id uuid primary key,
  customer_id uuid not null,
  content bytea not null,
  constraint prompt_sounds_prompt_fkey foreign key (customer_id, prompt_id) references prompts (customer_id, id) on delete cascade
);

create function uploaded_id(sound text) returns uuid language sql immutable as $$
  select case when sound ~ '^uploaded/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(sound, 10)::uuid end
$$;
create function sound_name(sound text) returns text language sql stable as $$
  select coalesce((select name from prompts where id = uploaded_id(sound)), sound)
$$;

do $$
declare
  place record;
begin
  for place in select * from (values ('ivrs', 'prompt'), ('ivrs', 'invalid_prompt'), ('queues', 'agent_announcement'),
    ('queues', 'periodic_announcement'), ('queues', 'recording_announcement'), ('queues', 'music_class')) as p (t, source)
  loop
    execute format('alter table %I add column %I uuid generated always as (uploaded_id(%I)) stored',
      place.t, place.source || '_uploaded', place.source);
    execute format('alter table %I add constraint %I foreign key (customer_id, %I) references prompts (customer_id, id)',
      place.t, place.t || '_' || place.source || '_fkey', place.source || '_uploaded');
    execute format('create index %I on %I (%I) where %I is not null', place.t || '_' || place.source || '_idx', place.t,
      place.source || '_uploaded', place.source || '_uploaded');
  end loop;
end
$$;

create function provisioning_mark_prompt() returns trigger language plpgsql as $$
begin
  if new.sound_key is distinct from old.sound_key then
    perform provisioning_mark(used.server_id, 'prompt', new.id::text)
      from (select server_id from ivrs where new.id in (prompt_uploaded, invalid_prompt_uploaded)
        union select server_id from queues where managed
          and new.id in (agent_announcement_uploaded, periodic_announcement_uploaded, recording_announcement_uploaded, music_class_uploaded))
        as used;
  end if;
  return null;
end
$$;
create trigger prompts_provisioning after update on prompts for each row execute function provisioning_mark_prompt();

alter table provisioning_objects drop constraint provisioning_objects_kind_check;
alter table provisioning_objects add constraint provisioning_objects_kind_check
  check (kind in ('pjsip', 'queue', 'voicemail', 'music', 'dialplan'));
