create table report_views (
  id uuid primary key,
  customer_id uuid references customers (id) on delete cascade,
  owner_id uuid not null references users (id) on delete cascade,
  report text not null check (report in ('queues', 'agents', 'calls', 'billing')),
  name text not null,
  search jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint report_views_name_key unique (owner_id, report, name)
);
create index report_views_customer_idx on report_views (customer_id, report);

create table report_view_defaults (
  user_id uuid not null references users (id) on delete cascade,
  report text not null,
  view_id uuid not null references report_views (id) on delete cascade,
  primary key (user_id, report)
);

alter table report_views enable row level security;
alter table report_views force row level security;
create policy customer_wall on report_views using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
  or customer_id = any ((select string_to_array(coalesce(current_setting('ringside.customers', true), ''), ','))::uuid[]));
