alter table subscribers add column voicemail_greeting text not null default '';
alter table subscribers
  add column voicemail_greeting_uploaded uuid generated always as (uploaded_id(voicemail_greeting)) stored;
alter table subscribers add constraint subscribers_voicemail_greeting_fkey
  foreign key (customer_id, voicemail_greeting_uploaded) references prompts (customer_id, id);
create index subscribers_voicemail_greeting_idx on subscribers (voicemail_greeting_uploaded)
  where voicemail_greeting_uploaded is not null;

create or replace function provisioning_mark_prompt() returns trigger language plpgsql as $$
begin
  if new.sound_key is distinct from old.sound_key then
    perform provisioning_mark(used.server_id, 'prompt', new.id::text)
      from (select server_id from ivrs where new.id in (prompt_uploaded, invalid_prompt_uploaded)
        union select server_id from subscribers where voicemail and voicemail_greeting_uploaded = new.id
        union select server_id from queues where managed
          and new.id in (agent_announcement_uploaded, periodic_announcement_uploaded, recording_announcement_uploaded, music_class_uploaded))
        as used;
  end if;
  return null;
end
$$;
