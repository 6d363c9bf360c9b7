-- Whether the site hides the videos of its rules until the community shows them; not where it has some.
alter table site_kit_bases add column hides_videos integer default 0 not null;

update site_kit_bases set hides_videos = 1 where not exists (select 1 from rule_videos);
