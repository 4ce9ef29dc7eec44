-- A queue visit: server, queue, channel and, for a talk, the agent.
create function visit_key(server_id integer, queue text, channel text, interface text)
returns int8range language sql immutable strict parallel safe as $$
  select int8range(key, key, '[]') from (
    select hashtextextended(server_id::text || E'\t' || queue || E'\t' || channel || E'\t' || interface, 0) as key) k
$$;

-- The second half of a visit, in ms since 1970. Two consoles see the same event some milliseconds apart, and a console
-- that starts during a visit knows its start only to the second.
create function visit_span(began float8, ended float8) returns int8range language sql immutable strict parallel safe as $$
  select int8range(least((began + ended) / 2, ended)::bigint, ended::bigint, '[]')
$$;
