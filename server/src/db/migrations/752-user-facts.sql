-- From where somebody last signed in, and who last gave him a link to choose his password; '': nobody, as far as is known.
alter table users
  add column last_login_ip text not null default '',
  add column invited_by text not null default '';
