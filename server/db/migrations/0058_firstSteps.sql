-- The time zone that a member has chosen for times in emails, and since when the first steps on the dashboard are hidden.
alter table users add column time_zone text;

alter table users add column first_steps_hidden_at bigint;
