-- Groups that look for players: no row, no search.
create table group_openings (
  id {id},
  group_id integer not null unique references groups (id) on delete cascade,
  plays text not null,
  -- Codes with a comma before and after each.
  languages text not null,
  mode text not null,
  place text not null,
  rhythm text not null,
  beginners integer not null,
  content_notes text not null,
  -- Members and open invites together at which no place is free.
  size integer not null,
  search_text text not null,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table join_requests (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  message text not null,
  -- open, accepted, declined, closed or withdrawn
  answer text not null,
  sentence text not null,
  created_at bigint not null,
  answered_at bigint
);

create unique index join_requests_open on join_requests (group_id, user_id) where answer = 'open';

create index join_requests_group on join_requests (group_id);

create index join_requests_user on join_requests (user_id);

create index join_requests_created on join_requests (created_at);

-- What the staff have switched off, by name.
create table group_switches (
  name text not null primary key,
  off_at bigint not null
);
