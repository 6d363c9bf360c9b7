-- Private calendar feeds: the secret of the URL is stored as a hash alone.
create table calendar_feeds (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  secret_hash text not null unique,
  created_at bigint not null,
  last_used_at bigint
);

create index calendar_feeds_user on calendar_feeds (user_id, id);
