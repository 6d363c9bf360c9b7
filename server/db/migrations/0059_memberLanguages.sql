-- The language of emails, calendars and archives of a member, by two letters. Null: the main language of the site.
alter table users add column language text;

-- The language that the sender read the site in, for answers.
alter table contact_messages add column language text;
