-- By which law what happens at a counter in cash is signed, and by which device. No row: nothing is signed.
create table fiscal_settings (
  org_id bigint not null primary key references organisations,
  kind text not null check (kind in ('tse', 'rksv', 'nf525')),
  device text not null check (device in ('simulated')),
  serial text not null check (length(serial) between 1 and 100),
  simulated_outage boolean not null default false,
  -- What happened before is not signed.
  signed_from timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

-- What a device has signed at a counter, one after the other: a receipt in cash, or a close. Without a signature: the device was out, and the
-- receipt says so.
create table fiscal_signatures (
  org_id bigint not null references organisations,
  counter_id bigint not null,
  number bigint not null check (number > 0),
  receipt_number bigint,
  close_number bigint,
  kind text not null check (kind in ('tse', 'rksv', 'nf525')),
  serial text not null check (length(serial) between 1 and 100),
  public_key text not null check (length(public_key) between 1 and 2000),
  started_at timestamptz not null,
  finished_at timestamptz,
  transaction_number bigint,
  signature_counter bigint,
  -- What was signed, and what ties it to the one before.
  signed_text text not null check (length(signed_text) between 1 and 5000),
  previous text not null check (length(previous) between 1 and 100),
  signature text check (length(signature) between 1 and 2000),
  -- As the receipt has it for a machine.
  code text check (length(code) between 1 and 8000),
  -- All that was signed at the counter so far.
  turnover_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, counter_id, number),
  constraint fiscal_signatures_receipt unique (org_id, counter_id, receipt_number),
  constraint fiscal_signatures_close unique (org_id, counter_id, close_number),
  constraint fiscal_signatures_counter foreign key (org_id, counter_id) references counters,
  constraint fiscal_signatures_of_receipt foreign key (org_id, counter_id, receipt_number) references till_receipts,
  constraint fiscal_signatures_one check ((receipt_number is null) <> (close_number is null)),
  constraint fiscal_signatures_outage check (
    (signature is null) = (finished_at is null) and (signature is null) = (transaction_number is null) and (signature is null) = (signature_counter is null)
  )
);
create trigger fiscal_signatures_append_only
before update or delete or truncate on fiscal_signatures
for each statement execute function refuse_change();
