alter table users
  add column last_login_ip text not null default '',
  add column invited_by text not null default '';
