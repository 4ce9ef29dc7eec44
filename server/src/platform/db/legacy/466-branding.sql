alter table customers
  add column brand_name text not null default '',
  add column brand_color text not null default 'standard'
    check (brand_color in ('standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'slate'));
