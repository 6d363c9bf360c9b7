-- Every page of the desk counts what waits, so the count reads no row that is settled.
create index name_changes_pending on name_changes (created_at)
  where approved_at is null and refused_at is null;

create index contact_messages_unread on contact_messages (created_at) where read_at is null;

create index outbox_dead on outbox (dead_at) where dead_at is not null;
