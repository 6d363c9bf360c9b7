create table users (
  id {id},
  email text not null,
  email_key text not null,
  username text not null,
  username_key text not null,
  password_hash text not null,
  role text not null,
  token_version integer default 0 not null,
  created_at bigint not null,
  activated_at bigint,
  deactivated_at bigint,
  constraint users_email_key unique (email_key),
  constraint users_username_key unique (username_key),
  constraint users_role check (role in ('player', 'staff', 'superuser'))
);

create table account_links (
  id {id},
  hash text not null unique,
  purpose text not null,
  user_id integer not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint,
  used_at bigint
);

create index account_links_user on account_links (user_id);

create table refresh_tokens (
  id {id},
  hash text not null unique,
  family text not null,
  user_id integer not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  revoked_at bigint
);

create index refresh_tokens_family on refresh_tokens (family);

create index refresh_tokens_user on refresh_tokens (user_id);
