-- Texts of one date of a session; null: that of the session, as servers of the version before read them all.
alter table game_dates add column title text;

alter table game_dates add column place text;

alter table game_dates add column link text;

alter table game_dates add column notes text;
