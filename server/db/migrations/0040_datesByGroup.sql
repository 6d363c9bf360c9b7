-- The group of the session, which never changes: the next dates of a group are the first ones in one index.
alter table game_dates add column session_group_id integer;

update game_dates set session_group_id = (select s.group_id from game_sessions s where s.id = game_dates.session_id);

create index game_dates_ahead on game_dates (session_group_id, starts_at, id, ends_at, session_id)
  where cancelled_at is null;

create index game_dates_group on game_dates (session_group_id, starts_at, id, ends_at, session_id);

-- Set here, since servers of the version before insert dates, too.
-- sqlite only
create trigger game_dates_group after insert on game_dates when new.session_group_id is null begin
  update game_dates set session_group_id = (select s.group_id from game_sessions s where s.id = new.session_id)
  where id = new.id;
end;

-- postgres only
create function set_group_of_date() returns trigger language plpgsql as
  $$ begin
    new.session_group_id := (select s.group_id from game_sessions s where s.id = new.session_id);
    return new;
  end $$;

-- postgres only
create trigger game_dates_group before insert on game_dates for each row when (new.session_group_id is null)
  execute function set_group_of_date();
