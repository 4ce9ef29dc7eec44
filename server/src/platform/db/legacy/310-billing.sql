alter table calls add column rating_due boolean not null default true;
create index calls_rating_due_idx on calls (answer_at) where rating_due;

create function call_facts_changed() returns trigger language plpgsql as $$
begin
  new.rating_due := true;
  return new;
end
$$;
create trigger calls_facts_changed before update on calls for each row
  when (
    (old.customer_id, old.direction, old.source, old.destination, old.answer_at, old.start_at, old.billable_seconds)
    is distinct from
    (new.customer_id, new.direction, new.source, new.destination, new.answer_at, new.start_at, new.billable_seconds)
  )
  execute function call_facts_changed();

create function plan_assignment_rates_anew() returns trigger language plpgsql as $$
begin
  update calls set rating_due = true
    where customer_id = new.customer_id and answer_at >= new.valid_from and not rating_due;
  return new;
end
$$;
create trigger customer_plans_rate_anew after insert on customer_plans for each row
  execute function plan_assignment_rates_anew();

create table call_ratings (
  call_id uuid primary key references calls (id) on delete cascade,
  customer_id uuid,
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
  steps jsonb not null,
  spent jsonb not null default '[]',
  rated_at timestamptz not null default now()
);
create index call_ratings_customer_idx on call_ratings (customer_id, at);

create table allowance_uses (
  customer_id uuid not null,
  plan_id uuid not null,
  name text not null,
  period_start timestamptz not null,
  used_seconds bigint not null default 0 check (used_seconds >= 0),
  used_calls bigint not null default 0 check (used_calls >= 0),
  primary key (customer_id, plan_id, name, period_start)
);
