create table tax_profiles (
  id uuid primary key,
  name text not null,
  rates jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index tax_profiles_name_key on tax_profiles (lower(name));

alter table billing_accounts add column tax_profile_id uuid references tax_profiles (id);
create index billing_accounts_tax_profile_idx on billing_accounts (tax_profile_id) where tax_profile_id is not null;

update billing_accounts set taxes = (
  select coalesce(jsonb_agg(jsonb_build_object('country', '', 'appliesTo', 'all', 'compound', false, 'validFrom', null) || tax order by n), '[]')
  from jsonb_array_elements(taxes) with ordinality as each (tax, n)
);
