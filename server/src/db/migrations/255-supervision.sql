-- How a customer's calls may be listened to by those who may: unheard, with a tone for the agent, or not at all.
alter table customers add column supervision text not null default 'silent'
  check (supervision in ('silent', 'tone', 'off'));
