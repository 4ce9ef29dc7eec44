create index calls_source_tail_idx on calls (right(regexp_replace(source, '[^0-9]', '', 'g'), 7), start_at desc);
create index calls_destination_tail_idx on calls (right(regexp_replace(destination, '[^0-9]', '', 'g'), 7), start_at desc);
