-- Takings, added up: one row for each quarter of an hour, event, channel, method and currency in which money came or went. Days of every
-- zone are sums of these. No sale writes here: whoever reads takings first counts the quarters that are over, each once. Adding up a month
-- of a million payments a year and their orders took seconds each time.
create table takings_quarters (
  org_id bigint not null,
  quarter timestamptz not null,
  -- Counts the rows of a quarter, which are all written at once: one that was counted cannot be counted again.
  nth bigint not null check (nth > 0),
  -- Null: memberships.
  event_id bigint,
  sales_channel text not null check (length(sales_channel) between 1 and 20),
  payment_method text check (length(payment_method) between 1 and 50),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payments bigint not null check (payments >= 0),
  paid_minor bigint not null check (paid_minor >= 0),
  refunds bigint not null check (refunds >= 0),
  refunded_minor bigint not null check (refunded_minor >= 0),
  service_fee_minor bigint not null,
  service_tax_minor bigint not null,
  transaction_fee_minor bigint not null,
  rebate_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, quarter, nth),
  foreign key (org_id, event_id) references events
);
-- Takings of one event.
create index takings_quarters_by_event on takings_quarters (org_id, event_id, quarter) where event_id is not null;

-- From when until when an organisation's quarters have been counted. Whoever counts, or takes back what was counted, locks the row.
create table takings_counted (
  org_id bigint primary key,
  counted_from timestamptz not null,
  counted_until timestamptz not null,
  created_at timestamptz not null default now(),
  check (counted_from <= counted_until)
);
