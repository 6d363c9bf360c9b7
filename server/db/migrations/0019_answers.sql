create table message_answers (
  id {id},
  message_id integer not null references contact_messages (id) on delete cascade,
  text text not null,
  answered_by integer not null references users (id),
  answered_at bigint not null
);

create index message_answers_message on message_answers (message_id, id);

alter table glossary_reviews add column decided_how text;

alter table glossary_reviews add column author_version text;
