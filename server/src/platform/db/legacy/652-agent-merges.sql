create table agent_merges (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  server_id integer not null references endpoints (id) on delete cascade,
  interface text not null,
  name text not null,
  into_interface text not null,
  into_name text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  constraint agent_merges_agent_key unique (customer_id, server_id, interface),
  constraint agent_merges_two check (interface <> into_interface)
);
create index agent_merges_into_idx on agent_merges (customer_id, server_id, into_interface);
create index agent_merges_server_idx on agent_merges (server_id);

alter table agent_facts add column told_interface text, add column told_name text;

create function follow_agent_merges() returns trigger language plpgsql as $$
begin
  update agent_facts f set told_interface = f.interface, told_name = f.name, interface = m.into_interface,
    name = coalesce(nullif(m.into_name, ''), f.name)
  from added a join agent_merges m
    on m.customer_id::text = a.customer_id and m.server_id = a.server_id and m.interface = a.interface
  where f.server_id = a.server_id and f.id = a.id and f.told_interface is null;
  return null;
end
$$;
create trigger agent_facts_follow_merges after insert on agent_facts
  referencing new table as added for each statement execute function follow_agent_merges();
