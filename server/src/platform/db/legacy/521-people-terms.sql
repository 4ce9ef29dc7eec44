alter table roles
  add column require_two_factor boolean not null default false,
  add column session_idle_minutes integer check (session_idle_minutes between 5 and 1440),
  add column landing text not null default 'home';
alter table users
  add column phone text not null default '',
  add column require_two_factor boolean not null default false,
  add column must_renew boolean not null default false,
  add column expires_at timestamptz,
  add column session_limit integer check (session_limit between 1 and 100),
  add column landing text not null default 'role';
