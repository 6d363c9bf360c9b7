-- Members who host the dates of a session in turn. They vanish with the membership, as answers do.
create table session_hosts (
  session_id integer not null references game_sessions (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  position integer not null,
  constraint session_hosts_pkey primary key (session_id, user_id),
  constraint session_hosts_member foreign key (group_id, user_id)
    references memberships (group_id, user_id) on delete cascade
);

create index session_hosts_member on session_hosts (group_id, user_id);

create index session_hosts_user on session_hosts (user_id);

-- sqlite only
insert into session_hosts (session_id, group_id, user_id, position)
  select s.id, s.group_id, m.user_id, h.key from game_sessions s join json_each('[' || s.hosts || ']') h
    join memberships m on m.group_id = s.group_id and m.user_id = h.value;

-- postgres only
insert into session_hosts (session_id, group_id, user_id, position)
  select s.id, s.group_id, m.user_id, h.position - 1
    from game_sessions s join unnest(string_to_array(s.hosts, ',')::int[]) with ordinality h (host, position) on true
    join memberships m on m.group_id = s.group_id and m.user_id = h.host;

alter table game_sessions drop column hosts;
