create function visit_key(server_id integer, queue text, channel text, interface text) returns int8range
language sql immutable strict parallel safe as $$
  select int8range(key, key, '[]') from (
    select hashtextextended(server_id::text || E'\t' || queue || E'\t' || channel || E'\t' || interface, 0) as key) k
$$;
create function visit_span(began double precision, ended double precision) returns int8range
language sql immutable strict parallel safe as $$
  select int8range(least((began + ended) / 2, ended)::bigint, ended::bigint, '[]')
$$;

create temporary table visit_copies on commit drop as
select server_id, id from (
  select server_id, id, lower(span) <= max(upper(span)) over (
    partition by kind, key order by upper(span), id rows between unbounded preceding and 1 preceding) - 1 as copy
  from (
    select server_id, id, kind,
      case kind when 'outcome' then visit_key(server_id, queue, event ->> 'uniqueid', '')
        else visit_key(server_id, queue, event ->> 'uniqueid', event #>> '{row,interface}') end as key,
      case kind when 'outcome' then visit_span((event ->> 'joinedAt')::float8, (event ->> 'at')::float8)
        else visit_span((event ->> 'at')::float8 - 1000 * greatest((event ->> 'talkSeconds')::float8, 1), (event ->> 'at')::float8)
        end as span
    from live_events
    where kind = 'outcome' or (kind = 'member' and event ->> 'cause' = 'AgentComplete' and (event ->> 'completes')::boolean)
  ) ends where key is not null and span is not null
) looked where copy;
delete from queue_facts f using visit_copies c where f.server_id = c.server_id and f.id = c.id;
delete from agent_facts f using visit_copies c where f.server_id = c.server_id and f.id = c.id;
delete from live_events e using visit_copies c where e.server_id = c.server_id and e.id = c.id;
drop table visit_copies;

alter table live_events add constraint live_events_stay_once exclude using gist (
  visit_key(server_id, queue, event ->> 'uniqueid', '') with &&,
  visit_span((event ->> 'joinedAt')::float8, (event ->> 'at')::float8) with &&
) where (kind = 'outcome');
alter table live_events add constraint live_events_talk_once exclude using gist (
  visit_key(server_id, queue, event ->> 'uniqueid', event #>> '{row,interface}') with &&,
  visit_span((event ->> 'at')::float8 - 1000 * greatest((event ->> 'talkSeconds')::float8, 1), (event ->> 'at')::float8) with &&
) where (kind = 'member' and event ->> 'cause' = 'AgentComplete' and (event ->> 'completes')::boolean);
