create table group_pages (
  group_id integer not null unique references groups (id) on delete cascade,
  purpose text not null,
  note text not null,
  talk_url text,
  crest text,
  version integer not null,
  updated_at bigint not null
);

-- A link ends with the membership of whoever has made it.
create table invite_links (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  created_by integer not null references users (id),
  secret_hash text not null unique,
  uses integer not null,
  uses_left integer not null,
  expires_at bigint not null,
  created_at bigint not null,
  constraint invite_links_uses check (uses_left >= 0 and uses_left <= uses),
  foreign key (group_id, created_by) references memberships (group_id, user_id) on delete cascade
);

create index invite_links_group on invite_links (group_id, created_by);

create index invite_links_created_by on invite_links (created_by);

create index invite_links_expires on invite_links (expires_at);
