-- A withdrawn event sends no mails. Once it is published again, its last move is mailed to those who were not told.
-- sqlite only
create trigger contents_shown_again after update of unpublished_at on contents
when old.kind = 'event' and old.unpublished_at is not null and new.unpublished_at is null begin
  insert into event_moves (content_id, moved_at, starts_at, ends_at, location, event_type)
    values (old.id, new.updated_at, old.starts_at, old.ends_at, old.location, old.event_type);
  update announcements set moves_last_user_id = 0, moves_finished_at = null where content_id = old.id;
end;

-- postgres only
create trigger contents_shown_again after update of unpublished_at on contents for each row
  when (old.kind = 'event' and old.unpublished_at is not null and new.unpublished_at is null)
  execute function note_move();
