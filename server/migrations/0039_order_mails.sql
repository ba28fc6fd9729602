-- Mails of which only the kind and the order are written down: the words, the address and what is attached are read when the mail is
-- sent, so that a sale writes one narrow row and nobody's address stands in a queue.
alter table mails
  -- Null: everything is in content_sealed.
  add column kind text,
  add column order_id bigint,
  -- What it tells of, besides the order: the ticket, the payment, the refund.
  add column about_id bigint,
  -- Told to many at once: goes behind what only one person waits for.
  add column mass boolean not null default false;
alter table mails add constraint mails_kind check (kind ~ '^[a-z_]{1,40}$');
alter table mails drop constraint mails_content_while_pending;
alter table mails
  add constraint mails_content_while_pending check (
    mail_status = 'pending' and (content_sealed is not null or kind is not null)
    or mail_status <> 'pending' and content_sealed is null
  );
alter table mails drop constraint mails_mail_status_check;
-- dropped: there was nothing to tell, or nobody to tell it.
alter table mails
  add constraint mails_mail_status_check check (mail_status in ('pending', 'sent', 'failed', 'unknown', 'dropped'));
-- The claims: of one organisation, and of codes among all.
drop index mails_due;
create index mails_due on mails (org_id, urgent, mass, due_at) where mail_status = 'pending';
create index mails_urgent on mails (due_at) where mail_status = 'pending' and urgent;

-- How many mails an organisation has sent in the minute that is under way. Codes do not count.
create table mail_rates (
  org_id bigint primary key,
  minute timestamptz not null,
  mails integer not null check (mails >= 0),
  created_at timestamptz not null default now()
);

-- BCP 47. Null: the organisation's.
alter table orders add column language text;
alter table orders add constraint orders_language check (length(language) between 2 and 35);

alter table organisations
  add column language text not null default 'en',
  -- Where people write to who answer a mail.
  add column contact_email text,
  -- Where its own ticket pages are, when they are not ours.
  add column ticket_page_url text;
alter table organisations add constraint organisations_language check (length(language) between 2 and 35);
alter table organisations add constraint organisations_contact_email check (length(contact_email) between 3 and 254);
alter table organisations add constraint organisations_ticket_page_url check (length(ticket_page_url) between 1 and 2000);
