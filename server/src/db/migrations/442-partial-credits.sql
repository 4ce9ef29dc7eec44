-- An invoice may be taken back in parts, by several credit notes.
drop index invoices_credit_key;
create index invoices_credit_idx on invoices (credits_id) where credits_id is not null;
