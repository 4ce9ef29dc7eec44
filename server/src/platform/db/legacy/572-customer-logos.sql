create table customer_logos (
  customer_id uuid primary key references customers (id) on delete cascade,
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default now()
);
