create table invoice_issuers (
  id uuid primary key,
  name text not null,
  legal_name text not null default '',
  tax_id text not null default '',
  address text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  payment_details text not null default '',
  footer text not null default '',
  invoice_prefix text not null default 'INV-',
  credit_prefix text not null default 'CN-',
  number_digits integer not null default 5 check (number_digits between 1 and 12),
  last_invoice bigint not null default 0 check (last_invoice >= 0),
  last_credit bigint not null default 0 check (last_credit >= 0),
  logo bytea,
  logo_type text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index invoice_issuers_name_key on invoice_issuers (lower(name));
create unique index invoice_issuers_default_key on invoice_issuers (is_default) where is_default;

create table billing_accounts (
  customer_id uuid primary key references customers (id) on delete cascade,
  issuer_id uuid references invoice_issuers (id),
  scheduled boolean not null default false,
  scheduled_since timestamptz,
  send_invoices boolean not null default false,
  fees_in_advance boolean not null default true,
  payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
  taxes jsonb not null default '[]',
  discount_percent numeric(7, 4) not null default 0 check (discount_percent between 0 and 100),
  discount_on text not null default 'all' check (discount_on in ('all', 'fees', 'usage')),
  credit_limit numeric(18, 6) check (credit_limit >= 0),
  daily_spend_limit numeric(18, 6) check (daily_spend_limit >= 0),
  monthly_spend_limit numeric(18, 6) check (monthly_spend_limit >= 0),
  spend_action text not null default 'notify' check (spend_action in ('notify', 'block_outbound')),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table invoices (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  issuer_id uuid references invoice_issuers (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  status text not null default 'draft' check (status in ('draft', 'final', 'void')),
  credits_id uuid references invoices (id),
  sequence bigint,
  number text,
  currency text not null,
  language text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  first_day date not null,
  end_day date not null,
  fees_until timestamptz not null,
  time_zone text not null,
  net numeric(18, 6) not null default 0,
  tax numeric(18, 6) not null default 0,
  total numeric(18, 6) not null default 0,
  tax_inclusive boolean not null default false,
  taxes jsonb not null default '[]',
  warnings jsonb not null default '[]',
  notes text not null default '',
  issue_date date,
  due_date date,
  bill_to jsonb,
  issued_by jsonb,
  logo bytea,
  made_by text not null,
  finalised_by text,
  finalised_at timestamptz,
  sent_at timestamptz,
  sent_to text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (period_end > period_start),
  check ((status = 'final') = (number is not null)),
  check ((kind = 'credit_note') = (credits_id is not null))
);
create unique index invoices_number_key on invoices (issuer_id, kind, sequence) where sequence is not null;
create unique index invoices_draft_key on invoices (customer_id, currency, period_start) where status = 'draft' and kind = 'invoice';
create unique index invoices_credit_key on invoices (credits_id) where credits_id is not null;
create index invoices_customer_idx on invoices (customer_id, period_start);

create table invoice_lines (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  position integer not null,
  kind text not null,
  description text not null default '',
  detail jsonb not null default '{}',
  source text,
  net numeric(18, 6) not null,
  manual boolean not null default false
);
create index invoice_lines_invoice_idx on invoice_lines (invoice_id, position);
create index invoice_lines_source_idx on invoice_lines (source) where source is not null;

create table ledger_entries (
  id uuid primary key,
  seq bigint generated always as identity,
  customer_id uuid not null references customers (id),
  currency text not null,
  at timestamptz not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'adjustment')),
  amount numeric(18, 6) not null check (amount <> 0),
  reference text not null default '',
  invoice_id uuid references invoices (id),
  made_by text not null,
  created_at timestamptz not null default now()
);
create index ledger_entries_customer_idx on ledger_entries (customer_id, currency, seq);
create unique index ledger_entries_invoice_key on ledger_entries (invoice_id) where kind in ('invoice', 'credit_note');

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end
$$;
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();

create function final_invoice_stays() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' then
    if tg_op = 'DELETE' then raise exception 'invoice % stays', old.id; end if;
    if (to_jsonb(new) - array['sent_at', 'sent_to', 'updated_at', 'version'])
        is distinct from (to_jsonb(old) - array['sent_at', 'sent_to', 'updated_at', 'version']) then
      raise exception 'invoice % stays as it is', old.id;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger invoices_stay before update or delete on invoices
  for each row execute function final_invoice_stays();

create function final_lines_stay() returns trigger language plpgsql as $$
declare
  touched uuid := case tg_op when 'DELETE' then old.invoice_id else new.invoice_id end;
begin
  if exists (select 1 from invoices where id = touched and status <> 'draft') then
    raise exception 'lines of invoice % stay as they are', touched;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger invoice_lines_stay before insert or update or delete on invoice_lines
  for each row execute function final_lines_stay();

alter table call_ratings add column invoice_id uuid references invoices (id);
create index call_ratings_invoice_idx on call_ratings (invoice_id) where invoice_id is not null;

create function invoiced_rating_stays() returns trigger language plpgsql as $$
begin
  if old.invoice_id is not null and (to_jsonb(new) - 'invoice_id') is distinct from (to_jsonb(old) - 'invoice_id') then
    raise exception 'call % is on a final invoice', old.call_id;
  end if;
  if old.invoice_id is not null and new.invoice_id is not null and new.invoice_id <> old.invoice_id then
    raise exception 'call % is on a final invoice already', old.call_id;
  end if;
  return new;
end
$$;
create trigger call_ratings_stay before update on call_ratings
  for each row execute function invoiced_rating_stays();

create or replace function call_facts_changed() returns trigger language plpgsql as $$
begin
  new.rating_due := not exists (select 1 from call_ratings where call_id = new.id and invoice_id is not null);
  return new;
end
$$;

create or replace function plan_assignment_rates_anew() returns trigger language plpgsql as $$
begin
  update calls set rating_due = true
    where customer_id = new.customer_id and answer_at >= new.valid_from and not rating_due
      and not exists (select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null);
  return new;
end
$$;

create table invoice_runs (
  customer_id uuid not null references customers (id) on delete cascade,
  period_start timestamptz not null,
  invoices integer not null,
  at timestamptz not null default now(),
  primary key (customer_id, period_start)
);
