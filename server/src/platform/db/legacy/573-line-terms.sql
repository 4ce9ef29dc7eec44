alter table subscribers
  add column barring text not null default 'none'
    check (barring in ('none', 'foreign', 'outgoing', 'inbound', 'all')),
  add column max_contacts integer not null default 1 check (max_contacts between 1 and 10),
  add column pickup_group text not null default '' check (pickup_group ~ '^[0-9]{0,6}$'),
  add column hide_number boolean not null default false,
  add column emergency_location text not null default '';
