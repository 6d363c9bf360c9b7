-- Reads in an order end with their page, and what they filter by is in the index itself.

-- The latest articles of both kinds; the sitemap reads nothing but the index.
create index contents_by_publication on contents (publish_at, id, unpublished_at, updated_at);

-- The reading order reads all articles of a kind, but none of their texts.
drop index contents_published;

create index contents_published on contents (kind, publish_at, id, unpublished_at);

-- Entries that members have made are few: they are looked for among all entries.
drop index glossary_public_any_title_key;

create index glossary_public_any_title_key on glossary_entries (title_key, id, created_by, approved_at)
  where approved_at is not null;

drop index glossary_public_any_created_at;

create index glossary_public_any_created_at on glossary_entries (created_at, id, created_by, approved_at)
  where approved_at is not null;

drop index glossary_public_type_title_key;

create index glossary_public_type_title_key on glossary_entries
  (type_id, title_key, id, created_by, approved_at) where approved_at is not null;

drop index glossary_public_type_created_at;

create index glossary_public_type_created_at on glossary_entries
  (type_id, created_at, id, created_by, approved_at) where approved_at is not null;

-- Entries in any state by title: the desk's list, and the titles near that of an entry under review.
create index glossary_entries_title_key on glossary_entries (title_key, id);
