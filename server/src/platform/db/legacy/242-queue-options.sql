alter table queues
  add column managed boolean not null default false,
  add column extension text not null default '' check (extension ~ '^$|^[0-9]{2,10}$'),
  add column strategy text not null default 'rrmemory'
    check (strategy in ('ringall', 'leastrecent', 'fewestcalls', 'random', 'rrmemory', 'linear', 'wrandom', 'rrordered')),
  add column ring_seconds integer not null default 15 check (ring_seconds between 1 and 300),
  add column retry_seconds integer not null default 5 check (retry_seconds between 0 and 60),
  add column wrapup_seconds integer not null default 0 check (wrapup_seconds between 0 and 3600),
  add column max_callers integer not null default 0 check (max_callers between 0 and 9999),
  add column weight integer not null default 0 check (weight between 0 and 100),
  add column service_level_seconds integer not null default 20 check (service_level_seconds between 0 and 3600),
  add column ring_in_use boolean not null default false,
  add column max_wait_seconds integer not null default 0 check (max_wait_seconds between 0 and 86400);
alter table queues add constraint queues_customer_id_id_key unique (customer_id, id);
alter table subscribers add constraint subscribers_customer_id_id_key unique (customer_id, id);

create table queue_members (
  id uuid primary key,
  customer_id uuid not null,
  queue_id uuid not null,
  subscriber_id uuid not null,
  penalty integer not null default 0 check (penalty between 0 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint queue_members_queue_fkey foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade,
  constraint queue_members_subscriber_fkey foreign key (customer_id, subscriber_id) references subscribers (customer_id, id)
    on delete cascade,
  constraint queue_members_key unique (queue_id, subscriber_id)
);
create index queue_members_subscriber_idx on queue_members (customer_id, subscriber_id);

create function provisioning_mark_member() returns trigger language plpgsql as $$
begin
  insert into provisioning_marks (server_id, resource, resource_id)
  select q.server_id, 'queue', q.id::text from queues as q
  where q.id = case when tg_op = 'DELETE' then old.queue_id else new.queue_id end;
  return null;
end
$$;
create trigger queue_members_provisioning after insert or update or delete on queue_members
  for each row execute function provisioning_mark_member();
