alter table endpoints add column console_url text not null default '';

create function provisioning_mark_endpoint() returns trigger language plpgsql as $$
begin
  perform provisioning_mark(new.id, 'endpoint', new.id::text);
  return null;
end
$$;
create trigger endpoints_provisioning after update on endpoints
  for each row when (old.console_url is distinct from new.console_url)
  execute function provisioning_mark_endpoint();
