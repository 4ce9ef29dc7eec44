alter table callcenters
  add column description text not null default '',
  add column language text not null default 'pbx' check (language in ('pbx', 'en', 'es', 'fr', 'he')),
  add column recording text not null default 'none' check (recording in ('none', 'all')),
  add column max_agents integer check (max_agents >= 0);

alter table queues drop constraint queues_recording_check;
alter table queues add constraint queues_recording_check check (recording in ('callcenter', 'none', 'all'));
alter table queues alter column recording set default 'callcenter';

drop trigger callcenters_provisioning on callcenters;
create trigger callcenters_provisioning after update on callcenters
  for each row when (old.pause_reasons is distinct from new.pause_reasons or old.hours_id is distinct from new.hours_id
    or old.status is distinct from new.status or old.language is distinct from new.language
    or old.recording is distinct from new.recording)
  execute function provisioning_mark_reasons();
