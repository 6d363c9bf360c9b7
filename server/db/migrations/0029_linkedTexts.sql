-- How the texts of a row were written; texts from before stay as they were typed.
alter table glossary_entries add column format text default 'plain' not null;

alter table rule_entries add column format text default 'plain' not null;

alter table contents add column format text default 'plain' not null;

-- JSON: other names of an entry, for links from texts.
alter table glossary_entries add column aliases text default '[]' not null;

alter table rule_entries add column aliases text default '[]' not null;

-- The names with which the stored texts were linked.
create table linked_terms (
  term_key text not null primary key,
  kind text not null,
  target integer not null
);

-- Texts of an owner as trees, with links.
create table linked_texts (
  kind text not null,
  owner integer not null,
  stamp bigint not null,
  trees text not null,
  primary key (kind, owner)
);

create table text_mentions (
  source_kind text not null,
  source integer not null,
  kind text not null,
  target integer not null,
  primary key (source_kind, source, kind, target)
);

create index text_mentions_target on text_mentions (kind, target);

-- One row: who links, and how often the names have changed.
create table linking_state (
  name text not null primary key,
  claimant text,
  claimed_until bigint not null,
  version integer not null
);
