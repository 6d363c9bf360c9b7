-- Null in rows of the release before, which may still run.
alter table refresh_tokens add column family_started_at bigint;

create table known_networks (
  digest text not null primary key,
  user_id integer not null references users (id) on delete cascade,
  last_used_at bigint not null
);

create index known_networks_user on known_networks (user_id, last_used_at);

create index known_networks_last_used on known_networks (last_used_at);

-- The contact form counts what was stored lately.
create index contact_messages_created on contact_messages (created_at);
