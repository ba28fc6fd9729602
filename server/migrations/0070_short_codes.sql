-- What is typed where a ticket's barcode cannot be read: 12 random characters and a check character, drawn with the ticket. A ticket that
-- was issued before has none until it is re-issued.
alter table tickets add column short_code text;
alter table tickets add constraint tickets_short_code check (short_code ~ '^[0-9A-HJKMNP-TV-Z]{13}$');
create unique index tickets_by_short_code on tickets (org_id, short_code) where short_code is not null;
