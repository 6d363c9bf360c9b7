create table rule_categories (
  id {id},
  name text not null,
  position integer not null
);

create table rule_subcategories (
  id {id},
  category_id integer not null references rule_categories (id),
  name text not null,
  position integer not null,
  constraint rule_subcategories_of_category unique (id, category_id)
);

create index rule_subcategories_category on rule_subcategories (category_id, position);

create table quick_subcategories (
  id {id},
  name text not null,
  position integer not null
);

create table rule_entries (
  id {id},
  kind text not null,
  title text not null,
  category_id integer references rule_categories (id),
  subcategory_id integer,
  quick_subcategory_id integer references quick_subcategories (id),
  position integer not null,
  picture text,
  title_key text not null,
  search_text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint rule_entries_subcategory foreign key (subcategory_id, category_id)
    references rule_subcategories (id, category_id),
  constraint rule_entries_kind check (
    (kind = 'basic' and quick_subcategory_id is null
      and (subcategory_id is null or category_id is not null))
    or (kind = 'quick' and category_id is null and subcategory_id is null)
  )
);

create index rule_entries_order on rule_entries (kind, position, id);

create table rule_sub_entries (
  id {id},
  entry_id integer not null references rule_entries (id) on delete cascade,
  position integer not null,
  title text not null,
  content text not null
);

create index rule_sub_entries_entry on rule_sub_entries (entry_id, position);

create table rule_videos (
  id {id},
  title text not null,
  position integer not null,
  file_key text not null,
  captions_key text,
  poster_key text,
  created_at bigint not null,
  updated_at bigint not null
);
