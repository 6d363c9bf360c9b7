-- When entries of calendars last changed without a mail, for their DTSTAMP; null: no such change since updated_at.
alter table game_sessions add column stamped_at bigint;
