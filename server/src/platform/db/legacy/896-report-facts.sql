-- The code that stores events or changes facts writes the facts of reports and marks their days
-- (server/src/live/event-queries.ts).
drop function keep_queue_facts() cascade;
drop function keep_agent_facts() cascade;
drop function follow_agent_merges() cascade;
drop function mark_added_queue_days() cascade;
drop function mark_gone_queue_days() cascade;
drop function mark_changed_queue_days() cascade;
drop function mark_all_queue_days() cascade;
drop function mark_added_agent_days() cascade;
drop function mark_gone_agent_days() cascade;
drop function mark_changed_agent_days() cascade;
drop function mark_all_agent_days() cascade;
