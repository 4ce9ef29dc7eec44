-- The calls that a final invoice lists, as they were on the day it was finished. Records of calls go by their age, are concluded
-- anew, and are free again after a credit note: a paper that went out stays what it was.
create table invoice_annex (
  invoice_id uuid not null references invoices (id),
  part integer not null,
  -- How many calls the part lists.
  count integer not null check (count > 0),
  -- In their order: [at, direction, source, destination, destination name, raw, billed, allowance seconds, amount as text].
  calls jsonb not null,
  primary key (invoice_id, part)
);

-- Papers that are final already: what they list today.
insert into invoice_annex (invoice_id, part, count, calls)
select invoice_id, n / 500, count(*), jsonb_agg(listed order by n) from (
  select r.invoice_id, row_number() over (partition by r.invoice_id order by r.at, r.call_id, r.leg) - 1 as n,
    jsonb_build_array(r.at, r.direction, coalesce(c.source, ''),
      coalesce(case when r.leg = 0 then c.destination else c.onward::json -> (r.leg - 1) ->> 'number' end, ''),
      r.destination_name, r.raw_seconds, r.billed_seconds, r.allowance_seconds, r.amount::text) as listed
  from call_ratings r join invoices i on i.id = r.invoice_id left join calls c on c.id = r.call_id
  where i.status = 'final'
) as rows
group by invoice_id, n / 500;

create trigger invoice_annex_stays before insert or update or delete on invoice_annex
  for each row execute function final_lines_stay();
