-- An invited account has no password before its member sets one; null for accounts that were registered.
alter table users add column invited_at bigint;

-- Changes of an address by staff, and what they wait for; null for those of members.
alter table email_changes add column way text;

alter table email_changes add column reason text;

alter table email_changes add column due_at bigint;
