-- Whom a link does not bring back: gone when the member is invited and joins again.
create table group_removals (
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  created_at bigint not null,
  constraint group_removals_pkey primary key (group_id, user_id)
);

create index group_removals_user on group_removals (user_id);

-- Each person uses a link once.
create table invite_link_uses (
  link_id integer not null references invite_links (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  created_at bigint not null,
  constraint invite_link_uses_pkey primary key (link_id, user_id)
);

create index invite_link_uses_user on invite_link_uses (user_id);
