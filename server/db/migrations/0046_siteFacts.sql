-- What has happened to the site once or last, by name: the last backup, the last test email, the versions that it ran.
create table site_facts (
  name text not null primary key,
  value text not null,
  at bigint not null
);
