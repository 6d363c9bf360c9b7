-- Who may sign up for an event with seats: everybody, or group_members. Null: everybody.
alter table contents add column open_to text;

update contents set open_to = 'everybody' where seats is not null;
