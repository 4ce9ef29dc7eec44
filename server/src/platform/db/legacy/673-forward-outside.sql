alter table subscribers
  add column forward_shows text not null default 'line' check (forward_shows in ('line', 'caller'));
