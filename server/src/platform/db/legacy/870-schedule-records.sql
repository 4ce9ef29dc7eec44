alter table report_schedules drop constraint report_schedules_report_check;
alter table report_schedules add constraint report_schedules_report_check
  check (report in ('queues', 'agents', 'calls', 'billing'));
