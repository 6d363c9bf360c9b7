-- Answers are taken until closes_at; remind_at: its reminder is still to be sent.
alter table date_polls add column closes_at bigint;

alter table date_polls add column remind_at bigint;

-- Its mail waits until announce_at, or was sent at announced_at. Neither: the poll is from before there were mails.
alter table date_polls add column announce_at bigint;

alter table date_polls add column announced_at bigint;

-- Grows with every change of the options.
alter table date_polls add column sequence integer default 0 not null;

create index date_polls_remind on date_polls (remind_at) where remind_at is not null;

create index date_polls_announce on date_polls (announce_at) where announce_at is not null;

-- A comment vanishes with the membership.
create table date_comments (
  poll_id integer not null references date_polls (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  text text not null,
  updated_at bigint not null,
  constraint date_comments_pkey primary key (poll_id, user_id),
  constraint date_comments_member foreign key (group_id, user_id)
    references memberships (group_id, user_id) on delete cascade
);

create index date_comments_member on date_comments (group_id, user_id);

create index date_comments_user on date_comments (user_id);
