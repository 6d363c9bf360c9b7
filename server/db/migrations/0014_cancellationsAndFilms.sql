alter table announcements add column cancellation_finished_at bigint;

alter table announcements add column cancellation_last_user_id integer default 0 not null;

-- No late mail about what was cancelled before there were such mails.
update announcements set cancellation_finished_at = {now}
  where content_id in (select id from contents where cancelled_at is not null);

alter table rule_videos add column webm_key text;
