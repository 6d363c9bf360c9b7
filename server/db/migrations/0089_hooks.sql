-- Where the site (name: news, events) or a group tells others what is new. The address is stored encrypted.
create table hooks (
  id {id},
  name text not null unique,
  group_id integer references groups (id) on delete cascade,
  set_by integer references users (id) on delete set null,
  kind text not null check (kind in ('discord', 'matrix', 'json')),
  host text not null,
  target text not null,
  shows_details integer not null,
  language text,
  created_at bigint not null,
  next_attempt_at bigint not null,
  claimed_until bigint,
  failing_since bigint,
  attempts integer not null,
  last_error text,
  given_up_at bigint
);

create index hooks_group on hooks (group_id);

-- One for each thing that a hook has told of, which is edited in place.
create table hook_messages (
  id {id},
  hook_id integer not null references hooks (id) on delete cascade,
  thing text not null,
  remote_id text,
  sent text not null,
  sent_at bigint not null,
  constraint hook_messages_once unique (hook_id, thing)
);
