-- News, events and downloads get the columns that searches compare. `fillTexts` fills them; a version before this one leaves
-- them empty.
alter table contents add column title_key {text_by_code_point} not null default '';

alter table contents add column search_text {text_by_code_point} not null default '';

alter table download_files add column title_key {text_by_code_point} not null default '';

alter table download_files add column search_text {text_by_code_point} not null default '';
