alter table subscribers
  add column transport text not null default 'auto' check (transport in ('auto', 'udp', 'tcp', 'tls', 'wss'));

alter table provisioning add column transports jsonb;
