-- The address that a link was mailed to; null in rows of the release before, which may still run.
alter table account_links add column email_key text;

update account_links
set email_key = (select users.email_key from users where users.id = account_links.user_id)
where not exists (
  select 1 from email_changes as c
  where c.user_id = account_links.user_id
    and (c.confirmed_at >= account_links.created_at or c.undone_at >= account_links.created_at)
)
-- Changes are deleted a day after their undo has expired, links last for a month.
and not exists (
  select 1 from security_events as e
  where e.user_id = account_links.user_id
    and e.event in ('email_changed', 'email_change_undone')
    and e.at >= account_links.created_at
);

-- Of an address that the account has moved away from.
update account_links set used_at = created_at
where email_key is null and used_at is null and purpose <> 'activation';

-- The session that asked; null in rows of the release before.
alter table email_changes add column family text;

alter table recovery_codes add column created_at bigint;
