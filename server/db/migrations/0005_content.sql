create table contents (
  id {id},
  kind text not null,
  uid text not null,
  title text not null,
  short_description text not null,
  description text not null,
  picture text,
  starts_at bigint,
  ends_at bigint,
  location text,
  event_scope text,
  event_type text,
  created_at bigint not null,
  updated_at bigint not null,
  sequence integer default 0 not null,
  publish_at bigint,
  unpublished_at bigint,
  cancelled_at bigint,
  constraint contents_uid unique (uid),
  constraint contents_kind check (kind in ('news', 'event')),
  constraint contents_scope check (event_scope in ('National', 'International')),
  constraint contents_type check (event_type in ('Online', 'Offline', 'Both')),
  constraint contents_event_is_whole check (
    kind <> 'event' or (starts_at is not null and ends_at is not null and ends_at >= starts_at
      and event_scope is not null and event_type is not null)
  ),
  constraint contents_news_is_no_event check (
    kind <> 'news' or (starts_at is null and ends_at is null and location is null
      and event_scope is null and event_type is null and cancelled_at is null)
  )
);

create index contents_published on contents (kind, publish_at, id);

create index contents_ending on contents (kind, ends_at);

create table download_categories (
  id {id},
  title text not null,
  position integer not null,
  created_at bigint not null
);

create table download_files (
  id {id},
  category_id integer not null references download_categories (id),
  position integer not null,
  display_name text not null,
  download_file_name text not null,
  description text,
  picture text,
  file_key text not null,
  media_type text not null,
  size bigint not null,
  digest text not null,
  created_at bigint not null,
  updated_at bigint not null,
  withdrawn_at bigint
);

create index download_files_category on download_files (category_id, position);

create table visits (
  day bigint not null primary key,
  hits integer not null
);

create table contact_messages (
  id {id},
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at bigint not null,
  read_at bigint
);

create table blocked_senders (
  sender text not null primary key,
  reason text,
  created_at bigint not null
);
