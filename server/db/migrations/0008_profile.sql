create table name_changes (
  id {id},
  user_id integer not null references users (id),
  new_name text not null,
  reason text not null,
  created_at bigint not null,
  approved_at bigint,
  refused_at bigint,
  decided_by integer references users (id),
  answer text,
  constraint name_changes_one_decision check (approved_at is null or refused_at is null)
);

create unique index name_changes_one_pending on name_changes (user_id)
  where approved_at is null and refused_at is null;

-- Unique, not primary keys: SQLite takes an integer that is one for an id that it may give itself.
create table preferences (
  user_id integer not null unique references users (id),
  notify_since bigint
);

create table order_details (
  user_id integer not null unique references users (id),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  country_key text not null,
  city text not null,
  zipcode text not null,
  address text not null,
  updated_at bigint not null
);

create table announcements (
  content_id integer not null unique references contents (id) on delete cascade,
  started_at bigint not null,
  finished_at bigint,
  last_user_id integer default 0 not null
);

-- What readers could see before there were notifications is no news to them.
insert into announcements (content_id, started_at, finished_at)
  select id, {now}, {now} from contents where publish_at <= {now};

-- Urgent mail (0) is sent before announcements (1), however many of these are due.
alter table outbox add column priority integer default 0 not null;

drop index outbox_due;

create index outbox_due on outbox (priority, next_attempt_at, id)
  where done_at is null and dead_at is null;

create index outbox_claimed on outbox (claimed_until) where claimed_until is not null;
