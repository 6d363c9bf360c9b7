-- Read-only tokens: stored as a hash alone. They end with the password, whose change raises the version of the account.
create table access_tokens (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  secret_hash text not null unique,
  token_version integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint
);

create index access_tokens_user on access_tokens (user_id, id);
