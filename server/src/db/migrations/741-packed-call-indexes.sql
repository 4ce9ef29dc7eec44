-- Calls come in the order of time. In an index that runs the same way each goes to its end, where pages are filled; in one that
-- runs backwards each goes to its beginning, where pages are split and stay half empty: twice the pages, and a third more work
-- for each call. Read backwards, both give the newest first.
drop index calls_start_idx;
create index calls_start_idx on calls (start_at, id);
drop index calls_customer_idx;
create index calls_customer_idx on calls (customer_id, start_at, id);
drop index calls_callcenter_idx;
create index calls_callcenter_idx on calls (callcenter_id, start_at, id) where callcenter_id is not null;

-- The digits of a number without an expression to be matched: what is no digit is found and taken out.
drop index calls_source_tail_idx;
create index calls_source_tail_idx on calls
  (right(translate(source, translate(source, '0123456789', ''), ''), 7), start_at);
drop index calls_destination_tail_idx;
create index calls_destination_tail_idx on calls
  (right(translate(destination, translate(destination, '0123456789', ''), ''), 7), start_at);
