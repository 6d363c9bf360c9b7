-- Reports about one thing join one case while it is open; a letter to the team is a case of its own.
create table report_cases (
  id {id},
  -- While a case is open, reports about the same thing find it by this key.
  open_key text unique,
  kind text not null,
  -- The id of the thing in its table; null: a letter.
  subject_id integer,
  -- The member whose thing it is.
  user_id integer references users (id) on delete set null,
  title text not null,
  text text not null,
  picture text,
  claimed_by integer references users (id) on delete set null,
  claimed_until bigint,
  act text,
  reason text,
  until bigint,
  decided_by integer references users (id) on delete set null,
  decided_at bigint,
  -- JSON: what the act has replaced, and what it has left.
  stored_before text,
  stored_after text,
  appeal text,
  appealed_at bigint,
  appeal_outcome text,
  appeal_reason text,
  appeal_decided_by integer references users (id) on delete set null,
  appeal_decided_at bigint,
  created_at bigint not null
);

create index report_cases_user on report_cases (user_id);

create index report_cases_subject on report_cases (kind, subject_id);

create index report_cases_decided on report_cases (decided_at);

create table reports (
  id {id},
  case_id integer not null references report_cases (id) on delete cascade,
  reporter_id integer references users (id) on delete set null,
  reason text not null,
  line text not null,
  -- The team has stopped to take reports of the member seriously: it does not see this one.
  is_unseen integer default 0 not null,
  created_at bigint not null,
  unique (case_id, reporter_id)
);

create index reports_reporter on reports (reporter_id);

-- What a member may not do for a time.
create table restrictions (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  until bigint not null,
  reason text not null,
  -- The case that it comes of; null: staff have set it without a report.
  case_id integer references report_cases (id) on delete set null,
  created_at bigint not null
);

create index restrictions_user on restrictions (user_id, kind, until);

create index restrictions_until on restrictions (until);

create index restrictions_case on restrictions (case_id);

alter table users add column distrusted_at bigint;
