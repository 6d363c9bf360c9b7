create table rate_limits (
  key text not null primary key,
  hits integer not null,
  window_ends_at bigint not null
);

-- postgres only
-- Losing counters in a crash of the database costs nothing; writing them safely would cost every login.
alter table rate_limits set unlogged;

create index refresh_tokens_expiry on refresh_tokens (expires_at);
