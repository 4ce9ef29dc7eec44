alter table queues
  add column penalty_steps jsonb not null default '[]' check (jsonb_typeof(penalty_steps) = 'array');
