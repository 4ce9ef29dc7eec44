alter table callcenters
  add column default_server_id integer references endpoints (id) on delete set null,
  add column overflow_destination jsonb,
  add column outbound_number text not null default '';
create index callcenters_default_server_idx on callcenters (default_server_id) where default_server_id is not null;

do $$
declare
  target record;
begin
  for target in select * from (values ('subscriber', 'subscribers', '{extension,voicemail}'), ('queue', 'queues', '{queue}'),
    ('ring_group', 'ring_groups', '{ringgroup}'), ('ivr', 'ivrs', '{ivr}')) as q (noun, t, kinds)
  loop
    execute format('alter table callcenters add column %I uuid generated always as (destination_id(overflow_destination, %L)) stored',
      'overflow_to_' || target.noun, target.kinds);
    execute format('alter table callcenters add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)',
      'callcenters_overflow_to_' || target.noun || '_fkey', 'overflow_to_' || target.noun, target.t);
    execute format('create index %I on callcenters (%I) where %I is not null', 'callcenters_overflow_to_' || target.noun || '_idx',
      'overflow_to_' || target.noun, 'overflow_to_' || target.noun);
  end loop;
end
$$;

drop trigger callcenters_provisioning on callcenters;
create trigger callcenters_provisioning after update on callcenters
  for each row when (old.pause_reasons is distinct from new.pause_reasons or old.hours_id is distinct from new.hours_id
    or old.status is distinct from new.status or old.language is distinct from new.language
    or old.recording is distinct from new.recording or old.overflow_destination is distinct from new.overflow_destination
    or old.outbound_number is distinct from new.outbound_number)
  execute function provisioning_mark_reasons();
