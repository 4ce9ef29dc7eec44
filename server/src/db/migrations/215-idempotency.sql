-- Calls that carried an Idempotency-Key: a second one with the same key gets the first one's answer. Kept for a day.
create table idempotency_keys (
  -- Who called: `user <id>`, `key <id>`, and in whose name.
  caller text not null,
  key text not null,
  -- The process that carries it out.
  owner text not null,
  claimed_at timestamptz not null,
  -- Sealed: what was asked, and the answer once there is one; a body or an answer may hold a secret.
  request text not null,
  answer text,
  -- What the call wrote, set in the transaction that wrote it: after a crash it is known whether it was carried out.
  done_resource text,
  done_id text,
  primary key (caller, key)
);
create index idempotency_keys_at_idx on idempotency_keys (claimed_at);
