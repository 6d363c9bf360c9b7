-- The language of a text, two letters; null: the main language of the site.
alter table contents add column language text;

alter table rule_entries add column language text;

alter table glossary_entries add column language text;

-- Articles, or rules, of the same value are translations of one another, at most one of each language.
alter table contents add column translation_group text;

alter table rule_entries add column translation_group text;

create unique index contents_translation on contents (translation_group, coalesce(language, ''))
  where translation_group is not null;

create unique index rule_entries_translation on rule_entries (translation_group, coalesce(language, ''))
  where translation_group is not null;
