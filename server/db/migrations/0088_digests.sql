-- Mails that wait for the weekly one; such a mail is due some time after it, for servers of the version before.
alter table outbox add column digest text;

create index outbox_digest on outbox (digest, id);

-- Kinds of mails that a member gets once a week: names of preferences between commas.
alter table preferences add column weekly_mails text not null default '';

-- Minutes before the start at which a private calendar reminds; null: it does not.
alter table calendar_feeds add column alarm integer;
