-- The code that stores a call, or gives a customer another plan, says which calls wait for a price (server/src/calls/queries.ts,
-- server/src/billing/rate-again-queries.ts) and leaves an entry in the outbox.
drop function call_facts_changed() cascade;
drop function plan_assignment_rates_anew() cascade;
insert into outbox (topic) select 'calls-to-rate' where exists (select from calls where rating_due);
