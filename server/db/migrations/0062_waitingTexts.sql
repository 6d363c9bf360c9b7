-- An import of thousands of entries writes its rows in one transaction. The index of their texts takes ten times as long:
-- it follows in short steps, while others write.

-- sqlite only
-- A place whose text the index does not have yet; see waitingTexts.ts.
create table glossary_texts_fts_waiting (
  place integer primary key,
  -- The text that the index has for the place. Null: none.
  text text
);

-- sqlite only
drop trigger glossary_texts_fts_added;

-- sqlite only
drop trigger glossary_texts_fts_removed;

-- sqlite only
drop trigger glossary_texts_fts_changed;

-- sqlite only
-- Within a transaction that notes its texts there is a row of the place 0. A place that waits goes on waiting.
create trigger glossary_texts_fts_added after insert on glossary_entries begin
  insert into glossary_texts_fts_waiting (place, text) select new.type_id * 2147483648 + new.id, null
    where exists (select 1 from glossary_texts_fts_waiting where place = 0)
      and not exists (select 1 from glossary_texts_fts_waiting where place = new.type_id * 2147483648 + new.id);
  insert into glossary_texts_fts (rowid, search_text)
    select new.type_id * 2147483648 + new.id, new.search_text
    where not exists (select 1 from glossary_texts_fts_waiting where place = new.type_id * 2147483648 + new.id);
end;

-- sqlite only
create trigger glossary_texts_fts_removed after delete on glossary_entries begin
  insert into glossary_texts_fts_waiting (place, text) select old.type_id * 2147483648 + old.id, old.search_text
    where exists (select 1 from glossary_texts_fts_waiting where place = 0)
      and not exists (select 1 from glossary_texts_fts_waiting where place = old.type_id * 2147483648 + old.id);
  insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
    select 'delete', old.type_id * 2147483648 + old.id, old.search_text
    where not exists (select 1 from glossary_texts_fts_waiting where place = old.type_id * 2147483648 + old.id);
end;

-- sqlite only
create trigger glossary_texts_fts_changed after update of search_text, type_id on glossary_entries
when new.search_text is not old.search_text or new.type_id is not old.type_id begin
  insert into glossary_texts_fts_waiting (place, text) select old.type_id * 2147483648 + old.id, old.search_text
    where exists (select 1 from glossary_texts_fts_waiting where place = 0)
      and not exists (select 1 from glossary_texts_fts_waiting where place = old.type_id * 2147483648 + old.id);
  insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
    select 'delete', old.type_id * 2147483648 + old.id, old.search_text
    where not exists (select 1 from glossary_texts_fts_waiting where place = old.type_id * 2147483648 + old.id);
  insert into glossary_texts_fts_waiting (place, text) select new.type_id * 2147483648 + new.id, null
    where exists (select 1 from glossary_texts_fts_waiting where place = 0)
      and not exists (select 1 from glossary_texts_fts_waiting where place = new.type_id * 2147483648 + new.id);
  insert into glossary_texts_fts (rowid, search_text)
    select new.type_id * 2147483648 + new.id, new.search_text
    where not exists (select 1 from glossary_texts_fts_waiting where place = new.type_id * 2147483648 + new.id);
end;

-- sqlite only
drop trigger glossary_titles_fts_changed;

-- sqlite only
create trigger glossary_titles_fts_changed after update of title_key on glossary_entries
when new.title_key is not old.title_key begin
  insert into glossary_titles_fts (glossary_titles_fts, rowid, title_key) values ('delete', old.id, old.title_key);
  insert into glossary_titles_fts (rowid, title_key) values (new.id, new.title_key);
end;
