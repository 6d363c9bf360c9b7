-- Series without an end: their dates are stored for a while ahead, and the next ones added from this time on. Null: the
-- rule has an end.
alter table game_sessions add column extend_at bigint;

-- Length of the dates to come of such a series.
alter table game_sessions add column date_length bigint;

create index game_sessions_extend on game_sessions (extend_at) where extend_at is not null;

alter table game_dates add column host_id integer references users (id) on delete set null;

create index game_dates_host on game_dates (host_id, session_group_id) where host_id is not null;

-- Set here, since members leave in several ways, and servers of the version before know no hosts.
-- sqlite only
create trigger memberships_host after delete on memberships begin
  update game_dates set host_id = null where host_id = old.user_id and session_group_id = old.group_id;
end;

-- postgres only
create function remove_gone_host() returns trigger language plpgsql as
  $$ begin
    update game_dates set host_id = null where host_id = old.user_id and session_group_id = old.group_id;
    return null;
  end $$;

-- postgres only
create trigger memberships_host after delete on memberships for each row execute function remove_gone_host();
