alter table callcenters
  add column hours_id uuid,
  add constraint callcenters_hours_fkey foreign key (customer_id, hours_id) references hours (customer_id, id);
create index callcenters_hours_idx on callcenters (hours_id) where hours_id is not null;

alter table queues add column closed_destination jsonb;
do $$
declare
  target record;
begin
  for target in select * from (values ('subscriber', 'subscribers', '{extension,voicemail}'), ('queue', 'queues', '{queue}'),
    ('ring_group', 'ring_groups', '{ringgroup}'), ('ivr', 'ivrs', '{ivr}')) as q (noun, t, kinds)
  loop
    execute format('alter table queues add column %I uuid generated always as (destination_id(closed_destination, %L)) stored',
      'closed_to_' || target.noun, target.kinds);
    execute format('alter table queues add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)',
      'queues_closed_to_' || target.noun || '_fkey', 'closed_to_' || target.noun, target.t);
    execute format('create index %I on queues (%I) where %I is not null', 'queues_closed_to_' || target.noun || '_idx',
      'closed_to_' || target.noun, 'closed_to_' || target.noun);
  end loop;
end
$$;

drop trigger callcenters_provisioning on callcenters;
create trigger callcenters_provisioning after update on callcenters
  for each row when (old.pause_reasons is distinct from new.pause_reasons or old.hours_id is distinct from new.hours_id
    or old.status is distinct from new.status)
  execute function provisioning_mark_reasons();

create or replace function provisioning_mark_hours() returns trigger language plpgsql as $$
begin
  perform provisioning_mark(d.server_id, 'hours', new.id::text)
    from (select server_id from dids where hours_id = new.id
      union select q.server_id from queues as q join callcenters as c on c.id = q.callcenter_id
        where c.hours_id = new.id and q.managed) as d;
  return null;
end
$$;
