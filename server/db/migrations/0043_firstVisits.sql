-- The dashboard greets a member in another way on the first visit. Accounts that could have logged in have had theirs.
alter table users add column first_visit_until bigint;

update users set first_visit_until = 0 where activated_at is not null;
