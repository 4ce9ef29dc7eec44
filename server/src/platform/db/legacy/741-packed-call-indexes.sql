drop index calls_start_idx;
create index calls_start_idx on calls (start_at, id);
drop index calls_customer_idx;
create index calls_customer_idx on calls (customer_id, start_at, id);
drop index calls_callcenter_idx;
create index calls_callcenter_idx on calls (callcenter_id, start_at, id) where callcenter_id is not null;

drop index calls_source_tail_idx;
create index calls_source_tail_idx on calls
  (right(translate(source, translate(source, '0123456789', ''), ''), 7), start_at);
drop index calls_destination_tail_idx;
create index calls_destination_tail_idx on calls
  (right(translate(destination, translate(destination, '0123456789', ''), ''), 7), start_at);
