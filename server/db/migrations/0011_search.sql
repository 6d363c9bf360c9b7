-- The trigram index of the glossary's texts, by type: a common word is looked up among the entries of one type
-- without reading those of all others. It replaces the index without types.

-- sqlite only
drop trigger glossary_fts_added;

-- sqlite only
drop trigger glossary_fts_removed;

-- sqlite only
drop trigger glossary_fts_changed;

-- sqlite only
drop table glossary_fts;

-- sqlite only
create virtual table glossary_texts_fts using fts5(search_text, content='',
  tokenize='trigram case_sensitive 1', columnsize=0);

-- sqlite only
-- The row ids of the table hold type and entry; see `TextPlace` in search.ts.
insert into glossary_texts_fts (rowid, search_text)
  select type_id * 2147483648 + id, search_text from glossary_entries;

-- sqlite only
create trigger glossary_texts_fts_added after insert on glossary_entries begin
  insert into glossary_texts_fts (rowid, search_text)
    values (new.type_id * 2147483648 + new.id, new.search_text);
end;

-- sqlite only
create trigger glossary_texts_fts_removed after delete on glossary_entries begin
  insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
    values ('delete', old.type_id * 2147483648 + old.id, old.search_text);
end;

-- sqlite only
create trigger glossary_texts_fts_changed after update of search_text, type_id on glossary_entries begin
  insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
    values ('delete', old.type_id * 2147483648 + old.id, old.search_text);
  insert into glossary_texts_fts (rowid, search_text)
    values (new.type_id * 2147483648 + new.id, new.search_text);
end;

-- postgres only
-- Only with the trigram extension; see docs/large-site.md for one that is installed later.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index glossary_trigrams_typed_text on glossary_entries
      using gin (search_text gin_trgm_ops, (array[type_id]));
    drop index if exists glossary_trigrams_search_text;
  end if;
end $$;
