-- There is one draft of the kit, the newest. The others are kept in the history: as values before the one in use, whose
-- row becomes the newest again. What is in use stays the same.
insert into site_kits (value, icons, source, folder, made_by, made_at)
select value, '{}', 'draft', null, user_id, updated_at
from site_kit_drafts
where exists (
  select 1 from site_kit_drafts newer
  where newer.updated_at > site_kit_drafts.updated_at
    or (newer.updated_at = site_kit_drafts.updated_at and newer.user_id > site_kit_drafts.user_id)
)
order by updated_at;

insert into site_kits (value, icons, source, folder, made_by, made_at)
select value, icons, source, folder, made_by, made_at
from site_kits
where id = (select max(id) from site_kits where source <> 'draft')
  and exists (select 1 from site_kits where source = 'draft');

-- Nothing was set.
insert into site_kits (value, icons, source, folder, made_by, made_at)
select '{}', '{}', 'desk', null, null, max(made_at)
from site_kits
having count(*) > 0 and count(case when source = 'draft' then null else 1 end) = 0;

update site_kit_drafts
set base_id = (select max(id) from site_kits)
where exists (select 1 from site_kits where source = 'draft') and base_id = (
  select coalesce(max(id), 0) from site_kits
  where id < (select min(id) from site_kits where source = 'draft')
);

delete from site_kits
where id = (select max(id) from site_kits where id < (select min(id) from site_kits where source = 'draft'))
  and id <> (select max(id) from site_kits);

delete from site_kit_drafts
where exists (
  select 1 from site_kit_drafts newer
  where newer.updated_at > site_kit_drafts.updated_at
    or (newer.updated_at = site_kit_drafts.updated_at and newer.user_id > site_kit_drafts.user_id)
);
