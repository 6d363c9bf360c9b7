-- Time, place and mode of an event before each change of them: members who were told of them are emailed the difference.
create table event_moves (
  id {id},
  content_id integer not null references contents (id) on delete cascade,
  moved_at bigint not null,
  starts_at bigint,
  ends_at bigint,
  location text,
  event_type text
);

create index event_moves_content on event_moves (content_id, moved_at);

alter table announcements add column moves_last_user_id integer default 0 not null;

alter table announcements add column moves_finished_at bigint;

-- Set here, since the desk and imports move events, and servers of the version before. The mails begin anew.
-- sqlite only
create trigger contents_moved after update of starts_at, ends_at, location, event_type on contents
when old.kind = 'event' and (old.starts_at is not new.starts_at or old.ends_at is not new.ends_at
  or old.location is not new.location or old.event_type is not new.event_type) begin
  insert into event_moves (content_id, moved_at, starts_at, ends_at, location, event_type)
    values (old.id, new.updated_at, old.starts_at, old.ends_at, old.location, old.event_type);
  update announcements set moves_last_user_id = 0, moves_finished_at = null where content_id = old.id;
end;

-- postgres only
create function note_move() returns trigger language plpgsql as
  $$ begin
    insert into event_moves (content_id, moved_at, starts_at, ends_at, location, event_type)
      values (old.id, new.updated_at, old.starts_at, old.ends_at, old.location, old.event_type);
    update announcements set moves_last_user_id = 0, moves_finished_at = null where content_id = old.id;
    return null;
  end $$;

-- postgres only
create trigger contents_moved after update of starts_at, ends_at, location, event_type on contents for each row
  when (old.kind = 'event' and (old.starts_at, old.ends_at, old.location, old.event_type)
    is distinct from (new.starts_at, new.ends_at, new.location, new.event_type))
  execute function note_move();
