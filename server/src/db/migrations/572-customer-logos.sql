-- The picture that stands in the console of a customer's people, and on the sign-in page at its own address.
create table customer_logos (
  customer_id uuid primary key references customers (id) on delete cascade,
  -- In the picture's address, which cannot be guessed; a new picture has a new one, so an address may be cached for ever.
  key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  created_at timestamptz not null default now()
);
