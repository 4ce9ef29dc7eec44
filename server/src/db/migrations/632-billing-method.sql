-- How a customer pays: afterwards, out of what he paid before, or not at all. When he is invoiced, and who is told of limits.
alter table billing_accounts
  add column billing_method text not null default 'postpaid' check (billing_method in ('postpaid', 'prepaid', 'none')),
  -- Of prepaid accounts: below it people are told.
  add column low_balance_threshold numeric(18, 6) check (low_balance_threshold >= 0),
  add column spend_notify_email text not null default '',
  -- null: as the plan's fees.
  add column invoice_interval text check (invoice_interval in ('week', 'month', 'quarter', 'year')),
  -- Of the month; a week begins on Monday.
  add column invoice_day integer not null default 1 check (invoice_day between 1 and 28),
  -- What was told last, so that it is told once however often it is looked at; '': nothing.
  add column limit_told text not null default '',
  -- A limit that is reached has suspended the customer: who lets him go on is not asked again until it was left.
  add column limit_suspended boolean not null default false;
alter table billing_accounts drop constraint billing_accounts_spend_action_check;
alter table billing_accounts add constraint billing_accounts_spend_action_check
  check (spend_action in ('notify', 'block_outbound', 'suspend'));
