-- Subscribers: the lines of a customer on a PBX server.

-- A subscriber: an extension with its SIP account, voicemail box and forwarding.
create table subscribers (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  server_id integer not null references endpoints (id),
  extension text not null check (extension ~ '^[0-9]{2,10}$'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'locked')),
  -- The user of the line. Deleting the user keeps the line.
  user_id uuid,
  -- Encrypted with the secret key (`platform/db/secrets`).
  secret text not null,
  secret_changed_at timestamptz not null default console_now(),
  -- Networks that the phone may register from. []: any.
  addresses jsonb not null default '[]',
  -- Maximum number of registered phones.
  max_contacts integer not null default 1 check (max_contacts between 1 and 10),
  -- `auto`: the PBX answers over the transport that the phone used.
  transport text not null default 'auto' check (transport in ('auto', 'udp', 'tcp', 'tls', 'wss')),
  -- `auto`: SDES over TLS, DTLS for browser phones, otherwise none.
  media_encryption text not null default 'auto' check (media_encryption in ('auto', 'off', 'sdes', 'dtls')),
  webrtc boolean not null default false,
  codecs jsonb not null,
  -- Maximum number of concurrent calls.
  call_limit integer not null default 2 check (call_limit between 1 and 20),
  ring_seconds integer not null default 20 check (ring_seconds between 5 and 120),
  -- Empty: the default of the customer.
  caller_id_number text not null default '',
  caller_id_name text not null default '',
  hide_number boolean not null default false,
  dnd boolean not null default false,
  -- Calls that the line may not make or take.
  barring text not null default 'none' check (barring in ('none', 'foreign', 'outgoing', 'inbound', 'all')),
  -- Digits. Empty: all lines of the customer.
  pickup_group text not null default '' check (pickup_group ~ '^[0-9]{0,6}$'),
  forward_always text not null default '',
  forward_busy text not null default '',
  forward_no_answer text not null default '',
  forward_unregistered text not null default '',
  -- Caller ID of forwarded calls: that of the line or of the caller.
  forward_shows text not null default 'line' check (forward_shows in ('line', 'caller')),
  -- Where the line is, for the emergency services.
  emergency_location text not null default '',
  -- E.164 with plus. Empty: that of the customer.
  emergency_caller_id text not null default '',
  -- `inherit`: the default of the customer.
  recording text not null default 'none'
    check (recording in ('inherit', 'none', 'inbound', 'outbound', 'local', 'all', 'on-demand')),
  voicemail boolean not null default false,
  voicemail_email text not null default '',
  -- Encrypted with the secret key (`platform/db/secrets`). Empty: none.
  voicemail_pin text not null default '',
  voicemail_attach boolean not null default true,
  -- What callers hear: a sound of the PBX, `uploaded/<prompt id>`, or empty for the standard words.
  voicemail_greeting text not null default '',
  voicemail_busy_greeting text not null default '',
  voicemail_name_greeting text not null default '',
  -- Text that lists search in, lower case: the name that the phone signs in with, name and caller ID.
  search text not null default '',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  constraint subscribers_extension_key unique (customer_id, server_id, extension),
  constraint subscribers_user_fkey foreign key (customer_id, user_id)
    references users (customer_id, id) on delete set null (user_id),
  constraint subscribers_customer_id_id_key unique (customer_id, id)
);
create index subscribers_server_idx on subscribers (server_id);
create index subscribers_user_idx on subscribers (user_id);
create index subscribers_order_idx on subscribers (lower(extension), id);
create index subscribers_name_idx on subscribers (lower(name), id);
create index subscribers_customer_idx on subscribers (customer_id, id);
-- The same key again: an old migration added it twice.
alter table subscribers add constraint subscribers_customer_key unique (customer_id, id);
