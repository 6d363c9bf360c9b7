-- Ids of the members who host the dates of a series in turn, in their order, separated by commas.
alter table game_sessions add column hosts text;
