-- People who sign up without an account. A seat is held until `guest_until`; null: its address is confirmed.
alter table contents add column guests integer default 0 not null;

alter table registrations add column email text;

alter table registrations add column email_key text;

alter table registrations add column guest_until bigint;

alter table registrations add column language text;

create unique index registrations_guest on registrations (content_id, email_key) where email_key is not null;

create index registrations_email on registrations (email_key);

-- Digests of solved proofs of work until they expire, and of addresses that want no mail about seats, which never do.
create table guest_marks (
  mark text not null primary key,
  expires_at bigint
);

create index guest_marks_expires on guest_marks (expires_at);
