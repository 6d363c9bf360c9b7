-- Rules, news, events and downloads are found by the trigrams of their texts, like the glossary. A search reads all parts of an
-- index: they are merged as soon as two are about as large.

-- sqlite only
create virtual table rule_fts using fts5(title_key, search_text, content='rule_entries',
  content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0);

-- sqlite only
insert into rule_fts (rule_fts, rank) values ('automerge', 2);

-- sqlite only
insert into rule_fts (rule_fts, rank) values ('usermerge', 2);

-- sqlite only
insert into rule_fts (rule_fts) values ('rebuild');

-- sqlite only
create trigger rule_fts_added after insert on rule_entries begin
  insert into rule_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
create trigger rule_fts_removed after delete on rule_entries begin
  insert into rule_fts (rule_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
end;

-- sqlite only
create trigger rule_fts_changed after update of title_key, search_text on rule_entries
when new.title_key is not old.title_key or new.search_text is not old.search_text begin
  insert into rule_fts (rule_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
  insert into rule_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
create virtual table content_fts using fts5(title_key, search_text, content='contents',
  content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0);

-- sqlite only
insert into content_fts (content_fts, rank) values ('automerge', 2);

-- sqlite only
insert into content_fts (content_fts, rank) values ('usermerge', 2);

-- sqlite only
insert into content_fts (content_fts) values ('rebuild');

-- sqlite only
create trigger content_fts_added after insert on contents begin
  insert into content_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
create trigger content_fts_removed after delete on contents begin
  insert into content_fts (content_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
end;

-- sqlite only
create trigger content_fts_changed after update of title_key, search_text on contents
when new.title_key is not old.title_key or new.search_text is not old.search_text begin
  insert into content_fts (content_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
  insert into content_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
create virtual table download_fts using fts5(title_key, search_text, content='download_files',
  content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0);

-- sqlite only
insert into download_fts (download_fts, rank) values ('automerge', 2);

-- sqlite only
insert into download_fts (download_fts, rank) values ('usermerge', 2);

-- sqlite only
insert into download_fts (download_fts) values ('rebuild');

-- sqlite only
create trigger download_fts_added after insert on download_files begin
  insert into download_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
create trigger download_fts_removed after delete on download_files begin
  insert into download_fts (download_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
end;

-- sqlite only
create trigger download_fts_changed after update of title_key, search_text on download_files
when new.title_key is not old.title_key or new.search_text is not old.search_text begin
  insert into download_fts (download_fts, rowid, title_key, search_text)
    values ('delete', old.id, old.title_key, old.search_text);
  insert into download_fts (rowid, title_key, search_text) values (new.id, new.title_key, new.search_text);
end;

-- sqlite only
insert into glossary_texts_fts (glossary_texts_fts, rank) values ('automerge', 2);

-- sqlite only
insert into glossary_texts_fts (glossary_texts_fts, rank) values ('usermerge', 2);

-- sqlite only
insert into glossary_texts_fts (glossary_texts_fts) values ('optimize');

-- sqlite only
insert into glossary_titles_fts (glossary_titles_fts, rank) values ('automerge', 2);

-- sqlite only
insert into glossary_titles_fts (glossary_titles_fts, rank) values ('usermerge', 2);

-- sqlite only
insert into glossary_titles_fts (glossary_titles_fts) values ('optimize');

-- postgres only
-- Only with the trigram extension; see docs/large-site.md for one that is installed later.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index rule_trigrams on rule_entries using gin (search_text gin_trgm_ops);
    create index content_trigrams on contents using gin (search_text gin_trgm_ops);
    create index download_trigrams on download_files using gin (search_text gin_trgm_ops);
  end if;
end $$;

-- sqlite only
-- What filters and orders need of entries that are found by their ids, without their texts.
create index glossary_found on glossary_entries
  (id, approved_at, type_id, subtype_id, created_by, created_at, title_key);
