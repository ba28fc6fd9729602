-- Its reader was erased: where it went is not written down any more, also when it was on its way at that moment.
alter table mails add column address_forgotten boolean not null default false;

-- Whoever was passed a ticket, by their address, to forget them. No sale writes to it.
create index tickets_passed_on_to on tickets (org_id, lower(email_address collate "C")) where transferred and email_address is not null;
