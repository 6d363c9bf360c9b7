alter table preferences add column planning_mails_off_at bigint;

alter table preferences add column reminder_mails_off_at bigint;

alter table preferences add column group_log_mails_off_at bigint;

alter table preferences add column event_mails_off_at bigint;
