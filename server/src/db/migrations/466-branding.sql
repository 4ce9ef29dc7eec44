-- How the console presents itself to a customer's people: a name and a colour of its own; without, the reseller's, else the product's.
alter table customers
  add column brand_name text not null default '',
  add column brand_color text not null default 'standard'
    check (brand_color in ('standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'slate'));
