-- What members wrote together about a date that is over. An emptied recap stays for its version.
create table date_recaps (
  date_id integer not null unique references game_dates (id) on delete cascade,
  text text not null,
  -- The folded words, for the search in past sessions.
  search_text text not null,
  version integer not null,
  -- The last writer; null: the account was deleted.
  written_by integer references users (id) on delete set null,
  written_at bigint not null
);

create index date_recaps_written_by on date_recaps (written_by);

-- Corrections of who came to a date, and what those who left the group had answered. They outlast the membership.
create table date_attendance (
  id {id},
  date_id integer not null references game_dates (id) on delete cascade,
  -- Null: the account was deleted.
  user_id integer references users (id) on delete set null,
  came integer not null,
  updated_at bigint not null,
  constraint date_attendance_member unique (date_id, user_id)
);

create index date_attendance_user on date_attendance (user_id);
