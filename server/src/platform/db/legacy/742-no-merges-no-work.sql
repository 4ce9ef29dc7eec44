create or replace function follow_agent_merges() returns trigger language plpgsql as $$
begin
  if not exists (select from agent_merges) then
    return null;
  end if;
  update agent_facts f set told_interface = f.interface, told_name = f.name, interface = m.into_interface,
    name = coalesce(nullif(m.into_name, ''), f.name)
  from added a join agent_merges m
    on m.customer_id::text = a.customer_id and m.server_id = a.server_id and m.interface = a.interface
  where f.server_id = a.server_id and f.id = a.id and f.told_interface is null;
  return null;
end
$$;
