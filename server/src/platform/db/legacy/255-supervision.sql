alter table customers add column supervision text not null default 'silent'
  check (supervision in ('silent', 'tone', 'off'));
