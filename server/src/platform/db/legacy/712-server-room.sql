alter table endpoints
  add column weight integer not null default 1 check (weight between 0 and 100),
  add column max_calls integer check (max_calls >= 0);

drop trigger endpoints_provisioning on endpoints;
create trigger endpoints_provisioning after update on endpoints
  for each row when (old.console_url is distinct from new.console_url or old.max_calls is distinct from new.max_calls)
  execute function provisioning_mark_endpoint();
