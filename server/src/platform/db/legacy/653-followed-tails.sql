alter table followed_logs add column tail text;
