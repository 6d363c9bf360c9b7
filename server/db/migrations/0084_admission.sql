-- Who may register; none: everyone. Domains are separated by line breaks.
create table admissions (
  name text not null primary key,
  mode text not null,
  refused_domains text not null
);

-- Links of the team that let people register.
create table team_links (
  id {id},
  secret_hash text not null unique,
  name text not null,
  uses integer not null,
  used integer default 0 not null,
  made_by integer references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint team_links_used check (used <= uses)
);

create index team_links_expires on team_links (expires_at);

create index team_links_made_by on team_links (made_by);

-- Registrations that the team decides about. Their accounts are not activated before.
create table applications (
  id {id},
  user_id integer not null unique references users (id) on delete cascade,
  line text not null,
  invite text,
  created_at bigint not null,
  confirmed_at bigint,
  admitted integer,
  reason text,
  decided_at bigint,
  decided_by integer references users (id) on delete set null
);

create index applications_queue on applications (decided_at, confirmed_at);

create index applications_decided_by on applications (decided_by);

-- Versions of the code of conduct that members have agreed to.
create table conduct_acceptances (
  user_id integer not null references users (id) on delete cascade,
  version integer not null,
  accepted_at bigint not null,
  primary key (user_id, version)
);

-- Registrations with a link of a group where only invited people may register.
alter table invite_links add column registered integer default 0 not null;
