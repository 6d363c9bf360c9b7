create table blocks (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  blocked_id integer not null references users (id) on delete cascade,
  created_at bigint not null,
  constraint blocks_once unique (user_id, blocked_id)
);

create index blocks_blocked on blocks (blocked_id);
