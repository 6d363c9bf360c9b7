create table hooks (
  id {id},
  name text not null unique,
  group_id integer references groups (id) on delete cascade,
  set_by integer references users (id) on delete set null,
  kind text not null,
  host text not null,
  target text not null,
  shows_details integer not null,
  created_at bigint not null,
  next_attempt_at bigint,
  attempts integer not null,
  failing_since bigint,
  last_error text
);

create index hooks_group on hooks (group_id);

create index hooks_set_by on hooks (set_by);

create index hooks_due on hooks (next_attempt_at);

create table hook_messages (
  hook_id integer not null references hooks (id) on delete cascade,
  thing text not null,
  sent text not null,
  remote_id text,
  delivery text,
  constraint hook_messages_pkey primary key (hook_id, thing)
);
