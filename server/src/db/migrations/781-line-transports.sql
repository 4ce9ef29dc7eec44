-- What a line's phone and its PBX talk by. `auto`: the PBX answers by whatever the phone came by.
alter table subscribers
  add column transport text not null default 'auto' check (transport in ('auto', 'udp', 'tcp', 'tls', 'wss'));

-- Those that the PBX told of when it was last asked, [{name, kind}, …]; null: it never was.
alter table provisioning add column transports jsonb;
