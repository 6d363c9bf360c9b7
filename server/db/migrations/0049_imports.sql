-- Imports of files at the desk and on the command line, and what is needed to undo them for a day.
create table imports (
  id {id},
  area text not null,
  name text not null,
  created_by integer references users (id) on delete set null,
  created_at bigint not null,
  added integer not null,
  changed integer not null,
  undone_at bigint
);

create index imports_created_at on imports (created_at);

create index imports_created_by on imports (created_by);

create table import_rows (
  import_id integer not null references imports (id) on delete cascade,
  table_name text not null,
  row_id integer not null,
  -- JSON of the row and its sections; null for an added one.
  before text,
  -- Digest of the same after the import: a row that differs has been edited since.
  after text not null,
  primary key (import_id, table_name, row_id)
);

-- Digest of the file of which a picture was made, so that importing it again makes no second one.
alter table text_pictures add column source_digest text;

alter table text_pictures add column import_id integer references imports (id) on delete set null;

create index text_pictures_source_digest on text_pictures (source_digest);

-- What people last decided about files of other programs.
create table import_mappings (
  area text not null,
  format text not null,
  -- JSON of `ImportMapping`.
  mapping text not null,
  primary key (area, format)
);
