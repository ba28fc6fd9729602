-- The member list is also asked for the members of one e-mail address, in any case of letters. A customer, a member number, a barcode
-- and part of a name have their indexes.
create index members_by_email on members (org_id, lower(email_address collate "C")) where email_address is not null;
