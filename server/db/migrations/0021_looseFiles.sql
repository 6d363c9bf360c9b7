-- Stored files that no row names: not yet, since announced_at, or no longer, where it is null.
create table loose_files (
  key text not null primary key,
  picture text,
  announced_at bigint
);

create index loose_files_by_time on loose_files (announced_at);
