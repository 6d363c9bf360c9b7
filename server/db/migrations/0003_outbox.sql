create table outbox (
  id {id},
  kind text not null,
  once_key text,
  recipient text not null,
  data text not null,
  created_at bigint not null,
  attempts integer default 0 not null,
  next_attempt_at bigint not null,
  claimed_until bigint,
  done_at bigint,
  dead_at bigint,
  last_error text,
  constraint outbox_once unique (once_key)
);

create index outbox_due on outbox (next_attempt_at) where done_at is null and dead_at is null;
