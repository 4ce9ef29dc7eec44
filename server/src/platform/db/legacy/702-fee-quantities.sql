create table recording_days (
  customer_id uuid not null references customers (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (customer_id, day)
);

create table call_spans (
  customer_id uuid not null references customers (id) on delete cascade,
  server_id integer not null,
  linkedid text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  primary key (customer_id, server_id, linkedid)
);
create index call_spans_start_idx on call_spans (customer_id, start_at);

create function asks_for(customer uuid, item text, since timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
    where cp.customer_id = customer and (cp.valid_until is null or cp.valid_until > since)
      and v.terms -> 'unitFees' @> jsonb_build_array(jsonb_build_object('item', item)))
$$;
