-- Kinds of events in the words and the order of the community. An event whose kind is deleted has none.
create table event_kinds (
  id {id},
  name text not null,
  position integer not null,
  transfer_key text
);

create unique index event_kinds_transfer_key on event_kinds (transfer_key);

alter table contents add column event_kind_id integer references event_kinds (id) on delete set null;

create index contents_event_kind on contents (event_kind_id);

-- How to get in: steps, lift, quiet room, parking.
alter table contents add column access text;

alter table preferences add column event_kinds text;
