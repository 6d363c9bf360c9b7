create table desk_sessions (
  id {id},
  hash text not null unique,
  csrf text not null,
  user_id integer not null references users (id) on delete cascade,
  token_version integer not null,
  created_at bigint not null,
  expires_at bigint not null
);

create index desk_sessions_user on desk_sessions (user_id);

create table desk_uploads (
  id text not null primary key,
  purpose text not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  digest text not null,
  file_key text not null,
  picture text,
  created_by integer not null references users (id),
  created_at bigint not null
);

create table glossary_reviews (
  entry_id integer not null unique references glossary_entries (id) on delete cascade,
  claimed_by integer references users (id),
  claimed_until bigint,
  decided_by integer references users (id),
  decided_at bigint
);

create index glossary_reviews_decided on glossary_reviews (decided_at);

create index glossary_entries_pending on glossary_entries (created_at, id)
  where approved_at is null and rejected_at is null;

create table old_usernames (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  username text not null,
  username_key text not null,
  given_up_at bigint not null,
  free_at bigint not null
);

create index old_usernames_key on old_usernames (username_key);

-- A file of rules or glossary names its rows by a key, whatever their ids are here.
alter table rule_categories add column transfer_key text;

create unique index rule_categories_transfer_key on rule_categories (transfer_key);

alter table rule_subcategories add column transfer_key text;

create unique index rule_subcategories_transfer_key on rule_subcategories (transfer_key);

alter table quick_subcategories add column transfer_key text;

create unique index quick_subcategories_transfer_key on quick_subcategories (transfer_key);

alter table rule_entries add column transfer_key text;

create unique index rule_entries_transfer_key on rule_entries (transfer_key);

alter table glossary_types add column transfer_key text;

create unique index glossary_types_transfer_key on glossary_types (transfer_key);

alter table glossary_subtypes add column transfer_key text;

create unique index glossary_subtypes_transfer_key on glossary_subtypes (transfer_key);

alter table glossary_entries add column transfer_key text;

create unique index glossary_entries_transfer_key on glossary_entries (transfer_key);

alter table rule_sub_entries add column level integer default 0 not null;

alter table glossary_sub_entries add column level integer default 0 not null;

-- Without a reference to accounts: the log outlives them. Triggers refuse every change of a row.
create table audit_log (
  id {id},
  at bigint not null,
  actor_id integer,
  actor_name text not null,
  resource text not null,
  action text not null,
  record text,
  before text,
  after text
);

create index audit_log_record on audit_log (resource, record, id);

create index audit_log_actor on audit_log (actor_id, id);

-- postgres only
create function refuse_audit_change() returns trigger language plpgsql as
  $$ begin raise exception 'audit_log is append-only'; end $$;

-- postgres only
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- sqlite only
create trigger audit_log_no_update before update on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;

-- sqlite only
create trigger audit_log_no_delete before delete on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;
