drop index invoices_credit_key;
create index invoices_credit_idx on invoices (credits_id) where credits_id is not null;
