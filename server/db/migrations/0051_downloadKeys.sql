-- Keys of downloads and their categories in files of the desk.
alter table download_categories add column transfer_key text;

create unique index download_categories_transfer_key on download_categories (transfer_key);

alter table download_files add column transfer_key text;

create unique index download_files_transfer_key on download_files (transfer_key);

-- The file that a row had before an import has replaced it: backups take it along while the import can be undone.
alter table import_rows add column file_key text;
