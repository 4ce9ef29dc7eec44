create table idempotency_keys (
  caller text not null,
  key text not null,
  owner text not null,
  claimed_at timestamptz not null,
  request text not null,
  answer text,
  done_resource text,
  done_id text,
  primary key (caller, key)
);
create index idempotency_keys_at_idx on idempotency_keys (claimed_at);
