-- sqlite only
-- Two tables that refer to each other, checked at commit: here the constraint must be part of CREATE TABLE; on
-- PostgreSQL it can only be added afterwards.
create table groups (
  id {id},
  name text not null,
  owner_id integer not null references users (id),
  created_at bigint not null,
  foreign key (id, owner_id) references memberships (group_id, user_id) deferrable initially deferred
);

-- postgres only
create table groups (
  id {id},
  name text not null,
  owner_id integer not null references users (id),
  created_at bigint not null
);

create table memberships (
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id),
  joined_at bigint not null,
  constraint memberships_pkey primary key (group_id, user_id)
);

create index memberships_user on memberships (user_id);

-- postgres only
alter table groups add constraint groups_owner_is_member
  foreign key (id, owner_id) references memberships (group_id, user_id) deferrable initially deferred;

create table invites (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  target_user_id integer not null references users (id),
  invited_by integer not null references users (id),
  created_at bigint not null,
  constraint invites_once unique (group_id, target_user_id)
);

create index invites_target on invites (target_user_id);

create table mutes (
  id {id},
  user_id integer not null references users (id),
  muted_user_id integer not null references users (id),
  created_at bigint not null,
  until bigint not null,
  constraint mutes_once unique (user_id, muted_user_id),
  constraint mutes_not_self check (user_id <> muted_user_id)
);
