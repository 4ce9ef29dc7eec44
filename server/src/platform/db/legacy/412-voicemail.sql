alter table subscribers
  add column voicemail_pin text not null default '',
  add column voicemail_attach boolean not null default true;

alter table provisioning_objects drop constraint provisioning_objects_kind_check;
alter table provisioning_objects add constraint provisioning_objects_kind_check
  check (kind in ('pjsip', 'queue', 'voicemail', 'dialplan'));

create function provisioning_mark_reasons() returns trigger language plpgsql as $$
begin
  perform provisioning_mark(q.server_id, 'callcenter', new.id::text)
    from (select distinct server_id from queues where callcenter_id = new.id and managed) as q;
  return null;
end
$$;
create trigger callcenters_provisioning after update on callcenters
  for each row when (old.pause_reasons is distinct from new.pause_reasons)
  execute function provisioning_mark_reasons();
