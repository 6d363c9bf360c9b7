-- `migrate.ts` computes the keys of the accounts that there are.
alter table users add column latin_key text;

create index users_latin_key on users (latin_key);

alter table glossary_entries add column pending_text text;

create index groups_owner on groups (owner_id);

create index invites_inviter on invites (invited_by);

-- Groups and invites of accounts that were deactivated before groups were handed over.
update groups set owner_id = (
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.group_id = groups.id and u.deactivated_at is null
    order by m.joined_at, m.user_id limit 1)
  where owner_id in (select id from users where deactivated_at is not null)
    and exists (
      select 1 from memberships m join users u on u.id = m.user_id
      where m.group_id = groups.id and u.deactivated_at is null);

delete from invites
  where target_user_id in (select id from users where deactivated_at is not null)
    or invited_by in (select id from users where deactivated_at is not null);
