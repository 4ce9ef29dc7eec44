-- A forwarding may be a number outside, `+442079460100`; what is shown there of a call that came from outside.
alter table subscribers
  add column forward_shows text not null default 'line' check (forward_shows in ('line', 'caller'));
