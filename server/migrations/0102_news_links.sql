-- News can be ended by the link in it, without staff.
alter table customers drop constraint customers_marketing_emails_source_check;
alter table customers
  add constraint customers_marketing_emails_source_check check (
    marketing_emails_source ~ '^(staff|import|link|order:[0-9]{1,19})$' and length(marketing_emails_source) <= 30
  );
