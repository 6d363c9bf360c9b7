-- The owner's role is `groups.owner_id`, whatever this says.
alter table memberships add column role text default 'member' not null;

-- What happened in a group; its members read it.
create table group_log (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  actor_id integer references users (id) on delete set null,
  subject_id integer references users (id) on delete set null,
  kind text not null,
  detail text,
  created_at bigint not null
);

create index group_log_group on group_log (group_id, id);

-- For accounts that are deleted.
create index group_log_actor_id on group_log (actor_id);

create index group_log_subject_id on group_log (subject_id);

-- What changed for a member; streams read it in the order of the ids.
create table live_events (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  subject_id integer,
  created_at bigint not null
);

create index live_events_user on live_events (user_id, id);

create index live_events_created on live_events (created_at);
