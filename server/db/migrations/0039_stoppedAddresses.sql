-- Addresses without an account that want no more invites by mail, as keyed digests.
create table stopped_addresses (
  digest text not null primary key,
  created_at bigint not null
);
