create table invoice_annex (
  invoice_id uuid not null references invoices (id),
  part integer not null,
  count integer not null check (count > 0),
  calls jsonb not null,
  primary key (invoice_id, part)
);

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
