-- Tables of an event: a table is an event with a parent, in whose programme it has a slot.
alter table contents add column slots text;

alter table contents add column takes_offers integer default 0 not null;

alter table contents add column parent_id integer references contents (id) on delete cascade;

alter table contents add column slot integer;

alter table contents add column table_facts text;

alter table contents add column led_by integer references users (id) on delete set null;

-- The facts that the leader of a table was mailed last.
alter table contents add column leader_told text;

-- Offered tables, and those that have lost their leader, wait for the staff since then.
alter table contents add column waits_since bigint;

create index contents_parent on contents (parent_id);

create index contents_led_by on contents (led_by);

create index contents_waits on contents (waits_since);
