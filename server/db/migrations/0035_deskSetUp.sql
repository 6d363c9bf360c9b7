-- The mailed code that confirms the set-up of a second step at the desk; a keyed hash. Null in rows of the release before.
alter table desk_sessions add column mail_code text;

alter table desk_sessions add column mail_code_expires_at bigint;

alter table desk_sessions add column mail_code_tries integer;

alter table desk_sessions add column mail_confirmed_at bigint;
