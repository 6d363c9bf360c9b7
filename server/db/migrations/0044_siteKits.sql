-- What a community has set about its site, newest last; the newest is in use. Values are JSON.
create table site_kits (
  id {id},
  value text not null,
  icons text not null,
  source text not null,
  -- JSON: digests of the parts of the folder that it was made of.
  folder text,
  made_by integer references users (id) on delete set null,
  made_at bigint not null
);

create index site_kits_made_by on site_kits (made_by);

-- What a superuser has not saved yet.
create table site_kit_drafts (
  user_id integer not null unique references users (id) on delete cascade,
  base_id integer not null,
  value text not null,
  updated_at bigint not null
);

-- Files that values and drafts name.
create table site_kit_files (
  file_key text not null primary key,
  made_at bigint not null
);
