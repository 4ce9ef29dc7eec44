-- Plans, rates, rating, invoices and the ledger. Amounts are exact decimals.

-- A price plan of the platform, for customers or for a carrier.
create table plans (
  id uuid primary key,
  name text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'active', 'retired')),
  currency text not null,
  -- `carrier`: the rates are what a carrier charges.
  purpose text not null default 'customer' check (purpose in ('customer', 'carrier')),
  -- Counts changes of the rates, so that PBX servers get a new table of refused prefixes only then.
  rates_revision bigint not null default 0,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index plans_name_key on plans (lower(name));

-- Versions of the terms of a plan. A version in force is never changed.
create table plan_versions (
  plan_id uuid not null references plans (id) on delete cascade,
  number integer not null check (number >= 1),
  -- null: a draft.
  valid_from timestamptz,
  -- Fees, allowances and limits. Amounts are decimal texts.
  terms jsonb not null,
  created_by text not null,
  created_at timestamptz not null default console_now(),
  primary key (plan_id, number)
);
create trigger plan_versions_in_force before update on plan_versions
  for each row execute function plan_version_in_force_stays();

-- Which plan a customer has, and when.
create table customer_plans (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  plan_id uuid not null references plans (id),
  valid_from timestamptz not null,
  -- null: no end.
  valid_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default console_now(),
  check (valid_until is null or valid_until > valid_from),
  constraint customer_plans_from_key unique (customer_id, valid_from)
);
create index customer_plans_plan_idx on customer_plans (plan_id);

-- Trunks whose cost follows a carrier plan.
create table plan_carriers (
  id uuid primary key,
  plan_id uuid not null references plans (id) on delete cascade,
  server_id integer not null references endpoints (id) on delete cascade,
  -- Name of the channels of the trunk: `PJSIP/trunk.acme`.
  device text not null check (device <> ''),
  created_by text not null,
  created_at timestamptz not null default console_now(),
  constraint plan_carriers_device_key unique (server_id, device)
);
create index plan_carriers_plan_idx on plan_carriers (plan_id);
alter table plan_carriers enable row level security;
alter table plan_carriers force row level security;
create policy platform_alone on plan_carriers using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
);

-- Price per prefix, direction and time of day.
create table rates (
  id uuid primary key,
  plan_id uuid not null references plans (id) on delete cascade,
  direction text not null check (direction in ('outbound', 'inbound')),
  prefix text not null check (prefix ~ '^[0-9]{1,24}$'),
  -- Peak and off-peak hours are terms of the plan.
  timing text not null default 'any' check (timing in ('any', 'peak', 'off-peak')),
  destination_name text not null default '',
  destination_group text not null default '',
  connect_fee numeric(15, 6) not null default 0 check (connect_fee >= 0),
  rate_per_minute numeric(15, 6) not null check (rate_per_minute >= 0),
  -- Shortest billed duration, then steps of `increment_seconds`.
  initial_seconds integer not null default 60 check (initial_seconds >= 1),
  increment_seconds integer not null default 60 check (increment_seconds >= 1),
  -- Seconds without charge at the beginning.
  free_seconds integer not null default 0 check (free_seconds >= 0),
  -- Calls up to this length are free.
  grace_seconds integer not null default 0 check (grace_seconds >= 0),
  min_charge numeric(15, 6) check (min_charge >= 0),
  max_charge numeric(15, 6) check (max_charge >= 0),
  -- Calls to this prefix are refused.
  blocked boolean not null default false,
  effective_from timestamptz not null,
  effective_until timestamptz,
  version integer not null default 1,
  check (effective_until is null or effective_until > effective_from),
  constraint rates_start_key unique (plan_id, direction, prefix, timing, effective_from)
);
create index rates_from_idx on rates (effective_from);
create index rates_until_idx on rates (effective_until) where effective_until is not null;
create index rates_timed_idx on rates (plan_id) where timing <> 'any';

-- How much of an allowance a customer used in a period. Rating locks the row.
create table allowance_uses (
  customer_id uuid not null,
  plan_id uuid not null,
  name text not null,
  period_start timestamptz not null,
  used_seconds bigint not null default 0 check (used_seconds >= 0),
  used_calls bigint not null default 0 check (used_calls >= 0),
  primary key (customer_id, plan_id, name, period_start)
);

-- Taxes that several customers share. They belong to the platform.
create table tax_profiles (
  id uuid primary key,
  name text not null,
  -- [{label, percent, country, appliesTo, compound, validFrom}], in order. percent is a decimal text.
  rates jsonb not null default '[]',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index tax_profiles_name_key on tax_profiles (lower(name));

-- Companies that issue invoices, with their number ranges.
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
  -- Last number given. The row is locked while an invoice gets its number, so numbers have no gaps.
  last_invoice bigint not null default 0 check (last_invoice >= 0),
  last_credit bigint not null default 0 check (last_credit >= 0),
  logo bytea,
  logo_type text,
  is_default boolean not null default false,
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create unique index invoice_issuers_name_key on invoice_issuers (lower(name));
create unique index invoice_issuers_default_key on invoice_issuers (is_default) where is_default;

-- How a customer is billed. Without a row the defaults apply and invoices are made by hand.
create table billing_accounts (
  customer_id uuid primary key references customers (id) on delete cascade,
  issuer_id uuid references invoice_issuers (id),
  -- Postpaid, prepaid or not billed.
  billing_method text not null default 'postpaid' check (billing_method in ('postpaid', 'prepaid', 'none')),
  scheduled boolean not null default false,
  -- The schedule drafts no invoice for periods that ended before.
  scheduled_since timestamptz,
  -- null: as the fees of the plan.
  invoice_interval text check (invoice_interval in ('week', 'month', 'quarter', 'year')),
  -- Day of the month. Weeks begin on Monday.
  invoice_day integer not null default 1 check (invoice_day between 1 and 28),
  send_invoices boolean not null default false,
  fees_in_advance boolean not null default true,
  payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
  -- [{label, percent, country, appliesTo, compound, validFrom}]. percent is a decimal text.
  taxes jsonb not null default '[]',
  -- null: `taxes` apply.
  tax_profile_id uuid references tax_profiles (id),
  discount_percent numeric(7, 4) not null default 0 check (discount_percent between 0 and 100),
  discount_on text not null default 'all' check (discount_on in ('all', 'fees', 'usage')),
  credit_limit numeric(18, 6) check (credit_limit >= 0),
  daily_spend_limit numeric(18, 6) check (daily_spend_limit >= 0),
  monthly_spend_limit numeric(18, 6) check (monthly_spend_limit >= 0),
  -- What a reached limit does: notify, block outbound calls or suspend.
  spend_action text not null default 'notify' check (spend_action in ('notify', 'block_outbound', 'suspend')),
  spend_notify_email text not null default '',
  -- Prepaid: a lower balance notifies.
  low_balance_threshold numeric(18, 6) check (low_balance_threshold >= 0),
  -- Limit that was notified last, so that each is notified once. Empty: none.
  limit_told text not null default '',
  -- A reached limit suspended the customer. It does so once until the limit is no longer reached.
  limit_suspended boolean not null default false,
  -- Whether a limit blocks outbound calls, as the PBX servers know it.
  outbound_blocked boolean not null default false,
  updated_at timestamptz not null default console_now(),
  version integer not null default 1
);
create index billing_accounts_tax_profile_idx on billing_accounts (tax_profile_id) where tax_profile_id is not null;

-- Invoices and credit notes. A final one is never changed.
create table invoices (
  id uuid primary key,
  customer_id uuid not null references customers (id),
  issuer_id uuid references invoice_issuers (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  status text not null default 'draft' check (status in ('draft', 'final', 'void')),
  -- The invoice that a credit note is about. Several credit notes may share it.
  credits_id uuid,
  -- Number within issuer and kind, without gaps. null: a draft.
  sequence bigint,
  number text,
  currency text not null,
  language text not null,
  -- Half-open period.
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Days in the calendar of the customer when it was drafted.
  first_day date not null,
  end_day date not null,
  -- Fees due before this time are on the invoice.
  fees_until timestamptz not null,
  time_zone text not null,
  net numeric(18, 6) not null default 0,
  tax numeric(18, 6) not null default 0,
  total numeric(18, 6) not null default 0,
  tax_inclusive boolean not null default false,
  -- [{label, percent, base, amount}], decimal texts.
  taxes jsonb not null default '[]',
  -- What a person should check before it is sent: [{kind, count, name}].
  warnings jsonb not null default '[]',
  notes text not null default '',
  issue_date date,
  due_date date,
  -- Name and address as printed. null: a draft.
  bill_to jsonb,
  issued_by jsonb,
  logo bytea,
  made_by text not null,
  finalised_by text,
  finalised_at timestamptz,
  sent_at timestamptz,
  sent_to text not null default '',
  created_at timestamptz not null default console_now(),
  updated_at timestamptz not null default console_now(),
  version integer not null default 1,
  check (period_end > period_start),
  constraint invoices_check1 check ((status = 'final') = (number is not null)),
  constraint invoices_check2 check ((kind = 'credit_note') = (credits_id is not null)),
  constraint invoices_customer_key unique (customer_id, id),
  constraint invoices_credits_fkey foreign key (customer_id, credits_id)
    references invoices (customer_id, id)
);
create unique index invoices_number_key on invoices (issuer_id, kind, sequence) where sequence is not null;
create unique index invoices_draft_key on invoices (customer_id, currency, period_start) where status = 'draft'
  and kind = 'invoice';
create index invoices_customer_idx on invoices (customer_id, period_start);
create index invoices_credit_idx on invoices (credits_id) where credits_id is not null;
create trigger invoices_stay before delete or update on invoices
  for each row execute function final_invoice_stays();

-- Lines of an invoice. Lines of a final invoice are never changed.
create table invoice_lines (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  position integer not null,
  kind text not null,
  description text not null default '',
  -- Names, counts and days, which the reader words in their language.
  detail jsonb not null default '{}',
  -- What a fee is for, so that it is billed once: [assignment, kind, period or item].
  source text,
  net numeric(18, 6) not null,
  -- Added by hand: kept when the draft is made again.
  manual boolean not null default false
);
create index invoice_lines_invoice_idx on invoice_lines (invoice_id, position);
create index invoice_lines_source_idx on invoice_lines (source) where source is not null;
create trigger invoice_lines_stay before insert or update or delete on invoice_lines
  for each row execute function final_lines_stay();

-- Calls that a final invoice lists, as they were on that day, in parts. Call records change and expire; the invoice
-- does not.
create table invoice_annex (
  invoice_id uuid not null references invoices (id),
  part integer not null,
  count integer not null check (count > 0),
  -- In order: [at, direction, source, destination, destination name, raw, billed, allowance seconds, amount as text].
  calls jsonb not null,
  primary key (invoice_id, part)
);
create trigger invoice_annex_stays before insert or update or delete on invoice_annex
  for each row execute function final_lines_stay();

-- Periods that the schedule has drafted. Each is drafted once.
create table invoice_runs (
  customer_id uuid not null references customers (id) on delete cascade,
  period_start timestamptz not null,
  invoices integer not null,
  at timestamptz not null default console_now(),
  primary key (customer_id, period_start)
);

-- Account of a customer, append-only. Positive: in favour of the customer. Mistakes are corrected by another entry.
create table ledger_entries (
  id uuid primary key,
  seq bigint generated always as identity,
  customer_id uuid not null references customers (id),
  currency text not null,
  at timestamptz not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'adjustment')),
  amount numeric(18, 6) not null check (amount <> 0),
  reference text not null default '',
  invoice_id uuid,
  made_by text not null,
  created_at timestamptz not null default console_now(),
  constraint ledger_entries_invoice_fkey foreign key (customer_id, invoice_id)
    references invoices (customer_id, id)
);
create index ledger_entries_customer_idx on ledger_entries (customer_id, currency, seq);
create unique index ledger_entries_invoice_key on ledger_entries (invoice_id) where kind in ('invoice', 'credit_note');
create trigger ledger_entries_stay before delete or update on ledger_entries
  for each row execute function ledger_is_append_only();

-- Price of a call leg for the customer. It outlives the call record.
create table call_ratings (
  call_id uuid not null,
  -- 0: the call. 1 and up: paid legs of a call that was forwarded outside.
  leg smallint not null default 0 check (leg >= 0),
  customer_id uuid,
  -- Time of the answer, or of the start of an unanswered call.
  at timestamptz not null,
  direction text not null,
  status text not null check (status in ('rated', 'unrated', 'excluded', 'blocked')),
  plan_id uuid,
  version_number integer,
  currency text,
  prefix text,
  destination_name text not null default '',
  destination_group text not null default '',
  raw_seconds integer not null default 0,
  billed_seconds integer not null default 0,
  allowance_seconds integer not null default 0,
  connect_fee numeric(18, 6) not null default 0,
  amount numeric(18, 6) not null default 0,
  -- The whole calculation.
  steps jsonb not null,
  -- Taken from allowances: [{name, period, seconds, calls}]. Given back when the call is rated again.
  spent jsonb not null default '[]',
  rated_at timestamptz not null default console_now(),
  -- The final invoice that lists the call. The price does not change while it is set.
  invoice_id uuid,
  primary key (call_id, leg),
  constraint call_ratings_invoice_fkey foreign key (customer_id, invoice_id)
    references invoices (customer_id, id)
);
create index call_ratings_invoice_idx on call_ratings (invoice_id) where invoice_id is not null;
create index call_ratings_report_idx on call_ratings (customer_id, at) include (status, plan_id, direction,
  destination_group, currency, raw_seconds, billed_seconds, allowance_seconds, amount);
create trigger call_ratings_stay before update on call_ratings
  for each row execute function invoiced_rating_stays();

-- Cost of a call leg, in the carrier's currency. Only the platform reads it.
create table call_costs (
  call_id uuid not null,
  leg smallint not null default 0 check (leg >= 0),
  plan_id uuid not null,
  version_number integer not null,
  -- Trunk of the leg.
  device text not null,
  status text not null check (status in ('rated', 'unrated', 'blocked')),
  currency text not null,
  prefix text,
  destination_name text not null default '',
  raw_seconds integer not null default 0,
  billed_seconds integer not null default 0,
  connect_fee numeric(18, 6) not null default 0,
  amount numeric(18, 6) not null default 0,
  -- The whole calculation.
  steps jsonb not null,
  rated_at timestamptz not null default console_now(),
  primary key (call_id, leg)
);
alter table call_costs enable row level security;
alter table call_costs force row level security;
create policy platform_alone on call_costs using (
  (select coalesce(current_setting('ringside.customers', true), '') = '')
);
