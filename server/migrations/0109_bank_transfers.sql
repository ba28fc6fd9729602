-- Orders that wait for a bank transfer: where fans transfer to, and how long their places wait for the money.
alter table organisations
add column transfer_on boolean not null default false,
-- Without blanks; a QR-IBAN is one, too.
add column transfer_iban text check (transfer_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
add column transfer_bic text check (transfer_bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
add column transfer_holder text check (length(transfer_holder) between 1 and 70),
-- A Swiss QR bill says where the holder is.
add column transfer_postcode text check (length(transfer_postcode) between 1 and 16),
add column transfer_town text check (length(transfer_town) between 1 and 35),
-- So many days places wait for the money.
add column transfer_days smallint not null default 7 check (transfer_days between 1 and 60),
-- So many days before an event it is offered no more.
add column transfer_days_before smallint not null default 5 check (transfer_days_before between 2 and 60),
add constraint organisations_transfer_has_account check (
  (transfer_iban is null) = (transfer_holder is null) and (not transfer_on or transfer_iban is not null)
);

-- When the buyer of an order that waits for a transfer is reminded; null: not, or no more.
alter table payments
add column remind_at timestamptz;
create index payments_to_remind on payments (remind_at) where remind_at is not null;
