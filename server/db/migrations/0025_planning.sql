-- Who may plan, besides the owner and the co-owners: 'owners' is nobody else.
alter table groups add column planners text default 'owners' not null;

-- For mails; null until the member has answered or planned.
alter table memberships add column time_zone text;

create table date_polls (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  made_by integer references users (id) on delete set null,
  title text not null,
  notes text not null,
  time_zone text not null,
  state text not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index date_polls_group on date_polls (group_id, state, id);

create index date_polls_made_by on date_polls (made_by);

create table date_options (
  id {id},
  poll_id integer not null references date_polls (id) on delete cascade,
  starts_at bigint not null,
  ends_at bigint not null
);

create index date_options_poll on date_options (poll_id, starts_at);

-- Answers vanish with the membership.
create table date_answers (
  option_id integer not null references date_options (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  answer text not null,
  updated_at bigint not null,
  constraint date_answers_pkey primary key (option_id, user_id),
  constraint date_answers_member foreign key (group_id, user_id)
    references memberships (group_id, user_id) on delete cascade
);

create index date_answers_member on date_answers (group_id, user_id);

create index date_answers_user on date_answers (user_id);

-- A poll makes one session at most.
create table game_sessions (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  poll_id integer unique references date_polls (id) on delete set null,
  made_by integer references users (id) on delete set null,
  uid text not null unique,
  sequence integer default 0 not null,
  title text not null,
  time_zone text not null,
  rule text,
  place text not null,
  link text not null,
  notes text not null,
  cancelled_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);

create index game_sessions_group on game_sessions (group_id, id);

create index game_sessions_made_by on game_sessions (made_by);

-- One row per date; planned_at is the start by the rule of the session, which stays when the date is moved.
create table game_dates (
  id {id},
  session_id integer not null references game_sessions (id) on delete cascade,
  planned_at bigint not null,
  starts_at bigint not null,
  ends_at bigint not null,
  cancelled_at bigint,
  reminded_at bigint,
  constraint game_dates_planned unique (session_id, planned_at)
);

create index game_dates_session on game_dates (session_id, starts_at);

create index game_dates_start on game_dates (starts_at);

create table game_answers (
  date_id integer not null references game_dates (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  answer text not null,
  updated_at bigint not null,
  constraint game_answers_pkey primary key (date_id, user_id),
  constraint game_answers_member foreign key (group_id, user_id)
    references memberships (group_id, user_id) on delete cascade
);

create index game_answers_member on game_answers (group_id, user_id);

create index game_answers_user on game_answers (user_id);
