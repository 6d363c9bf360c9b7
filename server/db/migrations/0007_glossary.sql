create table glossary_types (
  id {id},
  name text not null,
  icon text,
  position integer not null
);

create table glossary_subtypes (
  id {id},
  type_id integer not null references glossary_types (id),
  name text not null,
  position integer not null,
  constraint glossary_subtypes_of_type unique (id, type_id)
);

create index glossary_subtypes_type on glossary_subtypes (type_id, position);

create table glossary_entries (
  id {id},
  title text not null,
  description text not null,
  picture text,
  type_id integer not null references glossary_types (id),
  subtype_id integer,
  created_by integer not null references users (id),
  created_at bigint not null,
  updated_at bigint not null,
  approved_at bigint,
  rejected_at bigint,
  rejection_reason text,
  title_key {text_by_code_point} not null,
  search_text {text_by_code_point} not null,
  constraint glossary_entries_subtype foreign key (subtype_id, type_id)
    references glossary_subtypes (id, type_id),
  constraint glossary_entries_decided_once check (approved_at is null or rejected_at is null),
  constraint glossary_entries_reason check (rejection_reason is null or rejected_at is not null)
);

create table glossary_sub_entries (
  id {id},
  entry_id integer not null references glossary_entries (id) on delete cascade,
  position integer not null,
  title text not null,
  content text not null
);

create index glossary_sub_entries_entry on glossary_sub_entries (entry_id, position);

-- Each filter of the public list in each of its orders, and one author's entries.
create index glossary_public_any_title_key on glossary_entries (title_key, id)
  where approved_at is not null;

create index glossary_public_any_created_at on glossary_entries (created_at, id)
  where approved_at is not null;

create index glossary_public_type_title_key on glossary_entries (type_id, title_key, id)
  where approved_at is not null;

create index glossary_public_type_created_at on glossary_entries (type_id, created_at, id)
  where approved_at is not null;

create index glossary_public_subtype_title_key on glossary_entries (subtype_id, title_key, id)
  where approved_at is not null;

create index glossary_public_subtype_created_at on glossary_entries (subtype_id, created_at, id)
  where approved_at is not null;

create index glossary_entries_author on glossary_entries (created_by, created_at);

-- sqlite only
-- Trigram tables beside the entries, kept by triggers.
create virtual table glossary_fts using fts5(search_text, content='glossary_entries',
  content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0, detail='full');

-- sqlite only
create trigger glossary_fts_added after insert on glossary_entries begin
  insert into glossary_fts (rowid, search_text) values (new.id, new.search_text);
end;

-- sqlite only
create trigger glossary_fts_removed after delete on glossary_entries begin
  insert into glossary_fts (glossary_fts, rowid, search_text) values ('delete', old.id, old.search_text);
end;

-- sqlite only
create trigger glossary_fts_changed after update of search_text on glossary_entries begin
  insert into glossary_fts (glossary_fts, rowid, search_text) values ('delete', old.id, old.search_text);
  insert into glossary_fts (rowid, search_text) values (new.id, new.search_text);
end;

-- sqlite only
-- For near titles alone. They are searched for single trigrams, so positions within a title are not stored.
create virtual table glossary_titles_fts using fts5(title_key, content='glossary_entries',
  content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0, detail='none');

-- sqlite only
create trigger glossary_titles_fts_added after insert on glossary_entries begin
  insert into glossary_titles_fts (rowid, title_key) values (new.id, new.title_key);
end;

-- sqlite only
create trigger glossary_titles_fts_removed after delete on glossary_entries begin
  insert into glossary_titles_fts (glossary_titles_fts, rowid, title_key) values ('delete', old.id, old.title_key);
end;

-- sqlite only
create trigger glossary_titles_fts_changed after update of title_key on glossary_entries begin
  insert into glossary_titles_fts (glossary_titles_fts, rowid, title_key) values ('delete', old.id, old.title_key);
  insert into glossary_titles_fts (rowid, title_key) values (new.id, new.title_key);
end;

-- postgres only
-- Trigram indexes, if the extension is there or may be made. Without them a search reads all entries, and finds
-- the same ones; an operator can make them later.
do $$ begin
  create extension if not exists pg_trgm with schema public;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;

-- postgres only
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index glossary_trigrams_search_text on glossary_entries using gin (search_text gin_trgm_ops);
    create index glossary_trigrams_title_key on glossary_entries using gin (title_key gin_trgm_ops);
  end if;
end $$;
