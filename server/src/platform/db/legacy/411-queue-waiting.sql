alter table queues
  add column autofill boolean not null default true,
  add column join_empty jsonb not null default '["paused", "unavailable", "invalid", "unknown"]',
  add column leave_empty jsonb not null default '[]',
  add column autopause text not null default 'no' check (autopause in ('no', 'yes', 'all')),
  add column autopause_delay_seconds integer not null default 0 check (autopause_delay_seconds between 0 and 3600),
  add column autopause_busy boolean not null default false,
  add column autopause_unavailable boolean not null default false,
  add column member_delay_seconds integer not null default 0 check (member_delay_seconds between 0 and 30),
  add column report_hold_time boolean not null default false,
  add column timeout_restart boolean not null default false,
  add column timeout_priority text not null default 'app' check (timeout_priority in ('app', 'conf')),
  add column penalty_members_limit integer not null default 0 check (penalty_members_limit between 0 and 1000),
  add column music_class text not null default '',
  add column agent_announcement text not null default '',
  add column periodic_announcement text not null default '',
  add column periodic_seconds integer not null default 0 check (periodic_seconds between 0 and 3600),
  add column announce_seconds integer not null default 0 check (announce_seconds between 0 and 3600),
  add column announce_minimum_seconds integer not null default 15 check (announce_minimum_seconds between 0 and 3600),
  add column announce_position text not null default 'no' check (announce_position in ('no', 'yes', 'limit', 'more')),
  add column announce_position_limit integer not null default 10 check (announce_position_limit between 1 and 1000),
  add column announce_hold_time text not null default 'no' check (announce_hold_time in ('no', 'yes', 'once')),
  add column announce_to_first boolean not null default false,
  add column announce_round_seconds integer not null default 0 check (announce_round_seconds in (0, 5, 10, 15, 20, 30)),
  add column log_hidden_numbers boolean not null default true,
  add column exit_key text not null default 'none' check (exit_key ~ '^(none|[0-9*#])$'),
  add column recording text not null default 'none' check (recording in ('none', 'all')),
  add column recording_announcement text not null default '',
  add column timeout_destination jsonb,
  add column full_destination jsonb,
  add column exit_destination jsonb;

do $$
declare
  place record;
  target record;
begin
  for place in select * from (values ('timeout_destination', 'timeout_to'), ('full_destination', 'full_to'),
    ('exit_destination', 'exit_to')) as p (source, prefix)
  loop
    for target in select * from (values ('subscriber', 'subscribers', '{extension,voicemail}'), ('queue', 'queues', '{queue}'),
      ('ring_group', 'ring_groups', '{ringgroup}'), ('ivr', 'ivrs', '{ivr}')) as q (noun, t, kinds)
    loop
      execute format('alter table queues add column %I uuid generated always as (destination_id(%I, %L)) stored',
        place.prefix || '_' || target.noun, place.source, target.kinds);
      execute format('alter table queues add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)',
        'queues_' || place.prefix || '_' || target.noun || '_fkey', place.prefix || '_' || target.noun, target.t);
      execute format('create index %I on queues (%I) where %I is not null',
        'queues_' || place.prefix || '_' || target.noun || '_idx', place.prefix || '_' || target.noun,
        place.prefix || '_' || target.noun);
    end loop;
  end loop;
end
$$;

alter table queue_members
  add column kind text not null default 'static' check (kind in ('static', 'dynamic')),
  add column position integer not null default 0;
update queue_members as m set position = placed.place from (
  select q.id, row_number() over (partition by q.queue_id order by s.extension)::integer as place
  from queue_members as q join subscribers as s on s.id = q.subscriber_id) as placed
where placed.id = m.id;
