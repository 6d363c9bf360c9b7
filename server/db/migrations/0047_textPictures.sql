-- Pictures within texts. No row names them: texts do, by URL.
create table text_pictures (
  id {id},
  picture text not null,
  created_by integer references users (id) on delete set null,
  created_at bigint not null,
  -- When a text was last seen to show it.
  seen_at bigint not null
);

create index text_pictures_created_by on text_pictures (created_by);

create index text_pictures_seen_at on text_pictures (seen_at);

-- Stored trees were made without tables, pictures and the rest: the linker makes them anew.
delete from text_mentions;

delete from linked_texts;
