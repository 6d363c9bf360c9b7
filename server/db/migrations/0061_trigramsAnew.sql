-- Erasures by earlier versions may have left the trigram tables with wrong entries that no check of the file finds.

-- sqlite only
insert into glossary_titles_fts (glossary_titles_fts) values ('rebuild');

-- sqlite only
insert into glossary_texts_fts (glossary_texts_fts) values ('delete-all');

-- sqlite only
insert into glossary_texts_fts (rowid, search_text)
  select type_id * 2147483648 + id, search_text from glossary_entries;
