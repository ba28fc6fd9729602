-- Where a mail about an order goes, or went: written with it where staff chose the address, else when it was sent. It goes with the
-- row after 30 days, and when the buyer is forgotten.
alter table mails add column email_address text;
alter table mails add constraint mails_email_address check (length(email_address) between 3 and 254);
