-- Null seats: the event offers no registration.
alter table contents add column seats integer;

alter table contents add column waiting_max integer;

alter table contents add column registration_closes_at bigint;

alter table contents add column confirm_hours integer;

alter table contents add column questions text;

create table registrations (
  id {id},
  content_id integer not null references contents (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  state text not null,
  queued_at bigint not null,
  offered_until bigint,
  answers text not null,
  time_zone text,
  sequence integer default 0 not null,
  told text not null,
  reminded_at bigint,
  attended_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  unique (content_id, user_id)
);

create index registrations_queue on registrations (content_id, state, queued_at, id);

create index registrations_offers on registrations (state, offered_until);

-- For accounts that are deleted.
create index registrations_user on registrations (user_id);

-- What the staff have written to those who signed up.
create table registration_messages (
  id {id},
  content_id integer not null references contents (id) on delete cascade,
  subject text not null,
  text text not null,
  sent_by integer not null references users (id),
  created_at bigint not null
);

create index registration_messages_content on registration_messages (content_id);

create index registration_messages_sent_by on registration_messages (sent_by);
