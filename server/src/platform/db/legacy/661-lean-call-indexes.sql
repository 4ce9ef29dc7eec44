drop index calls_callcenter_idx;
create index calls_callcenter_idx on calls (callcenter_id, start_at desc, id desc) where callcenter_id is not null;
