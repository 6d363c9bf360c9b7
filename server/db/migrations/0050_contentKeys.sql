-- Key of a news item or an event in files of the desk.
alter table contents add column transfer_key text;

create unique index contents_transfer_key on contents (transfer_key);
