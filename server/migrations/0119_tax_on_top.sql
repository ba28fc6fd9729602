-- Where the custom of a country is that tax comes on top of prices, a rate says so, for ever, as it says its kind and its country: what bears it
-- was priced without it.
alter table tax_rates add column included_in_prices boolean not null default true;

-- The tax on top of what a line costs less its discount; null where its price includes it, or nothing is known of it. That on top of a
-- service fee is its service tax.
alter table order_lines
  add column added_tax_minor bigint,
  add constraint order_lines_added_tax check (coalesce(added_tax_minor = tax_minor, added_tax_minor is null)),
  drop constraint order_lines_refunded_within_price,
  add constraint order_lines_refunded_within_price check (
    refunded_minor between 0 and quantity * price_minor - discount_minor + coalesce(added_tax_minor, 0)
    and (kind = 'membership' or refunded_minor = 0)
  );

-- Of all lines, and on top of the transaction fee.
alter table orders
  add column added_tax_minor bigint,
  add constraint orders_added_tax check (added_tax_minor >= 0),
  drop constraint orders_total,
  add constraint orders_total check (
    total_minor = price_minor - discount_minor + service_fee_minor + service_tax_minor + transaction_fee_minor + coalesce(added_tax_minor, 0)
  );

alter table tickets
  add column added_tax_minor bigint,
  add constraint tickets_added_tax check (coalesce(added_tax_minor = tax_minor, added_tax_minor is null));

-- What a notice has named as the tax on top of a renewal's price.
alter table membership_renewals
  add column added_tax_minor bigint,
  add constraint membership_renewals_added_tax check (added_tax_minor >= 0);
