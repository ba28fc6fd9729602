-- Sales over time, added up: one row for each quarter of an hour, channel and price of an event in which something was sold. Every
-- time zone in use is a whole number of quarters from UTC, so hours and days of any of them are sums of these.
--
-- No sale writes here. Whoever reads figures first counts the quarters anew in which a ticket has changed since they were last
-- counted (tickets_by_changed_at finds those). Adding up an event of 60,000 orders from its tickets reads 150,000 pages of the
-- cache each time, and a season many times as much; from here it is some thousand rows.
create table sales_quarters (
  org_id bigint not null,
  event_id bigint not null,
  quarter timestamptz not null,
  sales_channel text not null check (length(sales_channel) between 1 and 20),
  price_category_id bigint not null,
  price_id bigint not null,
  -- An order counts once, in the row of its first active ticket, so that sums over prices count no order twice.
  orders bigint not null check (orders >= 0),
  tickets bigint not null check (tickets > 0),
  net_minor bigint not null,
  gross_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, event_id, quarter, sales_channel, price_id),
  foreign key (org_id, event_id, price_category_id, price_id) references prices (org_id, event_id, price_category_id, price_id),
  check (orders <= tickets)
);

-- How far an event has been counted: the latest change of a ticket that is in its quarters. Whoever counts locks the row.
create table sales_counted (
  org_id bigint not null,
  event_id bigint not null,
  counted_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, event_id),
  foreign key (org_id, event_id) references events
);

-- Members by their name, e-mail address or number: a child on a parent's account bears a name of their own.
create index members_by_words on members using gin (
  org_id, lower(first_name || ' ' || last_name || ' ' || coalesce(email_address, '') || ' ' || member_number) gin_trgm_ops
);
