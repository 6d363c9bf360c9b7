alter table preferences add column invite_mails_off_at bigint;

create table group_notices (
  id {id},
  group_id integer not null references groups (id) on delete cascade,
  owner_id integer not null references users (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  created_at bigint not null
);

create index group_notices_group on group_notices (group_id, id);

-- For accounts that are deleted.
create index group_notices_owner_id on group_notices (owner_id);

create index group_notices_user_id on group_notices (user_id);
