-- The code that saves a customer or a subscriber writes these columns (server/src/customers/customer/queries.ts,
-- server/src/subscribers/subscriber/queries.ts).
drop function customer_status_times() cascade;
drop function subscriber_search() cascade;
comment on column subscribers.search is
  'Text that lists search in, lower case: the name that the phone signs in with, name and caller ID.';
