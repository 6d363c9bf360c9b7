-- Public events that repeat. Each date is an article of its own, with a page, seats and mails. A series whose rhythm has
-- changed has several rows: `series_id` of its dates is the first of them, `part_id` the one whose rule they follow.
create table event_series (
  id {id},
  uid text not null,
  rule text not null,
  time_zone text not null,
  starts_at bigint not null,
  last_at bigint not null,
  extend_at bigint,
  announced_id integer,
  sequence integer default 0 not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index event_series_extend on event_series (extend_at);

alter table contents add column series_id integer references event_series (id) on delete set null;

alter table contents add column part_id integer references event_series (id) on delete set null;

alter table contents add column planned_at bigint;

alter table contents add column is_own integer default 0 not null;

create index contents_series on contents (series_id, starts_at);

create index contents_part on contents (part_id, planned_at);

-- Calendars compare the sequence of a series, which grows with every change of a date, whichever server makes it.
-- sqlite only
create trigger event_series_date_changed after update of sequence on contents when new.part_id is not null begin
  update event_series set sequence = sequence + 1, updated_at = new.updated_at where id = new.part_id;
end;

-- sqlite only
create trigger event_series_date_deleted after delete on contents when old.part_id is not null begin
  update event_series set sequence = sequence + 1 where id = old.part_id;
end;

-- postgres only
create function note_series_change() returns trigger language plpgsql as
  $$ begin
    if tg_op = 'DELETE' then
      update event_series set sequence = sequence + 1 where id = old.part_id;
    else
      update event_series set sequence = sequence + 1, updated_at = new.updated_at where id = new.part_id;
    end if;
    return null;
  end $$;

-- postgres only
create trigger event_series_date_changed after update of sequence on contents for each row
  when (new.part_id is not null) execute function note_series_change();

-- postgres only
create trigger event_series_date_deleted after delete on contents for each row
  when (old.part_id is not null) execute function note_series_change();
