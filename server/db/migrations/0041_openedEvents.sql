-- Events that only members of groups could sign up for are open to everybody. The desk lists them by this time until the
-- staff have looked at them.
alter table contents add column opened_at bigint;

update contents set open_to = 'everybody', opened_at = {now} where open_to = 'group_members';
