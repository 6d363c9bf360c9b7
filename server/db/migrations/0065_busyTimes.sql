-- Null: other sessions and seats of the member count when dates are suggested to their groups.
alter table preferences add column busy_times_off_at bigint;
