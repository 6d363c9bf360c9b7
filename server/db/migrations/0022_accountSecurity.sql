-- Null in rows of the release before, which may still run.
alter table refresh_tokens add column browser text;

alter table refresh_tokens add column network text;

alter table account_links add column data text;

alter table desk_sessions add column needs_second_factor_since bigint;

create table second_factors (
  user_id integer not null unique references users (id) on delete cascade,
  secret text not null,
  created_at bigint not null,
  enabled_at bigint,
  last_step bigint default 0 not null
);

create table recovery_codes (
  hash text not null primary key,
  user_id integer not null references users (id) on delete cascade,
  used_at bigint
);

create index recovery_codes_user on recovery_codes (user_id);

create table passkeys (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  synced_since bigint,
  created_at bigint not null,
  last_used_at bigint
);

create index passkeys_user on passkeys (user_id);

create table spent_challenges (
  hash text not null primary key,
  expires_at bigint not null
);

create index spent_challenges_expires on spent_challenges (expires_at);

create table known_browsers (
  digest text not null primary key,
  user_id integer not null references users (id) on delete cascade,
  last_used_at bigint not null
);

create index known_browsers_user on known_browsers (user_id, last_used_at);

create index known_browsers_last_used on known_browsers (last_used_at);

create table security_events (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  event text not null,
  at bigint not null,
  times integer default 1 not null,
  browser text,
  network text
);

create index security_events_user on security_events (user_id, id);

create index security_events_at on security_events (at);

create table email_changes (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  new_email_key text not null,
  confirm_hash text unique,
  undo_hash text unique,
  requested_at bigint not null,
  expires_at bigint not null,
  confirmed_at bigint,
  undone_at bigint
);

create index email_changes_user on email_changes (user_id);

create index email_changes_old_email on email_changes (old_email_key);

create index email_changes_expires on email_changes (expires_at);

alter table users add column deletion_due_at bigint;

create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;

create table data_exports (
  id {id},
  user_id integer not null unique references users (id) on delete cascade,
  requested_at bigint not null,
  attempts integer default 0 not null,
  claimed_until bigint,
  failed_at bigint,
  ready_at bigint,
  expires_at bigint,
  file_key text,
  size bigint,
  ticket_hash text unique,
  ticket_expires_at bigint
);

create index data_exports_expires on data_exports (expires_at);

-- The erasure of an account blanks what the log holds about it; nothing can be rewritten or deleted.
-- postgres only
drop trigger audit_log_is_append_only on audit_log;

-- postgres only
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- postgres only
create trigger audit_log_is_only_blanked before update on audit_log for each row
  when (new.id <> old.id or new.at <> old.at or new.resource <> old.resource or new.action <> old.action
    or new.actor_id is distinct from old.actor_id or new.record is distinct from old.record
    or (new.actor_name <> old.actor_name and new.actor_name <> 'a former member')
    or (new.before is not null and new.before is distinct from old.before)
    or (new.after is not null and new.after is distinct from old.after))
  execute function refuse_audit_change();

-- sqlite only
drop trigger audit_log_no_update;

-- sqlite only
create trigger audit_log_is_only_blanked before update on audit_log
  when new.id <> old.id or new.at <> old.at or new.resource <> old.resource or new.action <> old.action
    or new.actor_id is not old.actor_id or new.record is not old.record
    or (new.actor_name <> old.actor_name and new.actor_name <> 'a former member')
    or (new.before is not null and new.before is not old.before)
    or (new.after is not null and new.after is not old.after)
begin
  select raise(abort, 'audit_log is append-only');
end;
