-- Invites to register that staff have mailed by a list of addresses.
create table member_invites (
  id {id},
  -- Address, name and digest: until the invite is answered.
  email text,
  email_key text,
  -- Keyed, as in stopped_addresses.
  digest text,
  name text,
  -- Whoever registers is invited to it.
  group_id integer references groups (id) on delete set null,
  invited_by integer references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  reminded_at bigint,
  answer text check (answer in ('came', 'refused', 'taken_back')),
  answered_at bigint,
  -- The account of who came.
  user_id integer references users (id) on delete cascade
);

create unique index member_invites_email_key on member_invites (email_key);

create index member_invites_digest on member_invites (digest);

create index member_invites_group_id on member_invites (group_id);

create index member_invites_invited_by on member_invites (invited_by);

create index member_invites_user_id on member_invites (user_id);

create index member_invites_created_at on member_invites (created_at);

create index member_invites_expires_at on member_invites (expires_at);
