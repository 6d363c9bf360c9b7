-- To whom an invite was mailed, until it is used; null: a link that its maker passes on.
alter table invite_links add column email text;
