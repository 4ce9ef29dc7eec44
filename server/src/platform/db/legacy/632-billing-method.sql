alter table billing_accounts
  add column billing_method text not null default 'postpaid' check (billing_method in ('postpaid', 'prepaid', 'none')),
  add column low_balance_threshold numeric(18, 6) check (low_balance_threshold >= 0),
  add column spend_notify_email text not null default '',
  add column invoice_interval text check (invoice_interval in ('week', 'month', 'quarter', 'year')),
  add column invoice_day integer not null default 1 check (invoice_day between 1 and 28),
  add column limit_told text not null default '',
  add column limit_suspended boolean not null default false;
alter table billing_accounts drop constraint billing_accounts_spend_action_check;
alter table billing_accounts add constraint billing_accounts_spend_action_check
  check (spend_action in ('notify', 'block_outbound', 'suspend'));
