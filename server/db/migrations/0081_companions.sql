-- Companions of people who sign up for an event, and people whom the staff add by their name alone.
alter table contents add column companions_max integer;

alter table contents add column companion_names integer default 0 not null;

-- postgres only
alter table registrations alter column user_id drop not null;

-- postgres only
alter table registrations
  add column name text,
  add column companions integer default 0 not null,
  add column companion_names text default '[]' not null;

-- SQLite changes no constraint of a column: the table is made anew.
-- sqlite only
create table registrations_anew (
  id {id},
  content_id integer not null references contents (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
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
  name text,
  companions integer default 0 not null,
  companion_names text default '[]' not null,
  unique (content_id, user_id)
);

-- sqlite only
insert into registrations_anew (id, content_id, user_id, state, queued_at, offered_until, answers, time_zone, sequence,
    told, reminded_at, attended_at, created_at, updated_at)
  select id, content_id, user_id, state, queued_at, offered_until, answers, time_zone, sequence,
    told, reminded_at, attended_at, created_at, updated_at from registrations;

-- Ids of deleted rows are not given again: mails in the outbox have them.
-- sqlite only
delete from sqlite_sequence where name = 'registrations_anew';

-- sqlite only
insert into sqlite_sequence (name, seq)
  select 'registrations_anew', seq from sqlite_sequence where name = 'registrations';

-- sqlite only
drop table registrations;

-- sqlite only
alter table registrations_anew rename to registrations;

-- sqlite only
create index registrations_queue on registrations (content_id, state, queued_at, id);

-- sqlite only
create index registrations_offers on registrations (state, offered_until);

-- sqlite only
create index registrations_user on registrations (user_id);
