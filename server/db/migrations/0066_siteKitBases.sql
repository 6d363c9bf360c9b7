-- What the site shows where its community has set nothing. A site that began with the starter keeps the words of the
-- starter below all that is set later, in every language; without a row there are those of the demonstration.
create table site_kit_bases (
  name text not null primary key,
  made_at bigint not null
);

insert into site_kit_bases (name, made_at)
select 'starter', min(made_at) from site_kits where source = 'starter' having count(*) > 0;
