alter table subscribers drop constraint subscribers_recording_check;
alter table subscribers add constraint subscribers_recording_check
  check (recording in ('inherit', 'none', 'inbound', 'outbound', 'local', 'all', 'on-demand'));
