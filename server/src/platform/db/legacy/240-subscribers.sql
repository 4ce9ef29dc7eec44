alter table endpoints add column sip_host text not null default '';

create table subscribers (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  extension text not null check (extension ~ '^[0-9]{2,10}$'),
  name text not null,
  secret text not null,
  secret_changed_at timestamptz not null default now(),
  status text not null default 'active' check (status in ('active', 'locked')),
  codecs jsonb not null,
  webrtc boolean not null default false,
  call_limit integer not null default 2 check (call_limit between 1 and 20),
  ring_seconds integer not null default 20 check (ring_seconds between 5 and 120),
  caller_id_number text not null default '',
  caller_id_name text not null default '',
  forward_always text not null default '',
  forward_busy text not null default '',
  forward_no_answer text not null default '',
  forward_unregistered text not null default '',
  dnd boolean not null default false,
  voicemail boolean not null default false,
  voicemail_email text not null default '',
  recording text not null default 'none' check (recording in ('none', 'inbound', 'outbound', 'all', 'on-demand')),
  addresses jsonb not null default '[]',
  user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint subscribers_extension_key unique (customer_id, server_id, extension),
  constraint subscribers_user_fkey foreign key (customer_id, user_id) references users (customer_id, id)
    on delete set null (user_id)
);
create index subscribers_server_idx on subscribers (server_id);
create index subscribers_user_idx on subscribers (user_id);
create index subscribers_order_idx on subscribers (lower(extension), id);
