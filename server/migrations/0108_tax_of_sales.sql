-- What bears a rate of tax. Null: nothing is known of tax, and nothing is said of it.
alter table prices
  add column tax_rate_id bigint,
  add constraint prices_tax_rate foreign key (org_id, tax_rate_id) references tax_rates;
create index prices_by_tax_rate on prices (org_id, tax_rate_id) where tax_rate_id is not null;
alter table membership_types
  add column tax_rate_id bigint,
  add constraint membership_types_tax_rate foreign key (org_id, tax_rate_id) references tax_rates;
create index membership_types_by_tax_rate on membership_types (org_id, tax_rate_id) where tax_rate_id is not null;

-- What was sold, at the rate and per cent of the day of its supply, for ever: the tax in what a line costs less its discount, and the tax in its
-- service fee. A rate is never deleted, so that a line needs neither a key nor an index to it, which every sale would pay for.
alter table order_lines
  add column tax_rate_id bigint,
  add column tax_thousandths integer,
  add column tax_minor bigint,
  add column fee_tax_rate_id bigint,
  add column fee_tax_thousandths integer,
  add column fee_tax_minor bigint,
  add constraint order_lines_tax check (
    (tax_rate_id is null) = (tax_minor is null) and (tax_rate_id is null) = (tax_thousandths is null)
    and coalesce(tax_minor between 0 and quantity * price_minor - discount_minor, true)
  ),
  add constraint order_lines_fee_tax check (
    (fee_tax_rate_id is null) = (fee_tax_minor is null) and (fee_tax_rate_id is null) = (fee_tax_thousandths is null)
    and coalesce(fee_tax_minor between 0 and quantity * (service_fee_minor + service_tax_minor), true)
  );

-- The tax in the transaction fee; and all of it by rate and per cent: [{"tax_rate_id", "title", "kind", "thousandths", "amount_minor", "tax_minor"}].
alter table orders
  add column fee_tax_rate_id bigint,
  add column fee_tax_thousandths integer,
  add column fee_tax_minor bigint,
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array' and length(taxes::text) <= 100000),
  add constraint orders_fee_tax check (
    (fee_tax_rate_id is null) = (fee_tax_minor is null) and (fee_tax_rate_id is null) = (fee_tax_thousandths is null)
    and coalesce(fee_tax_minor between 0 and transaction_fee_minor, true)
  );

-- Of a line's tax, so much is of this ticket: its tickets add up to it.
alter table tickets
  add column tax_minor bigint check (tax_minor >= 0),
  add column fee_tax_minor bigint check (fee_tax_minor >= 0);
