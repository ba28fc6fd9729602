-- What has gone back of an order, with the tax in it: {"amount_minor", "shares": [{"tax_rate_id", "thousandths", "amount_minor", "tax_minor"}]}, so that
-- whatever goes back in whichever parts, the tax of all of them together is the tax of the order.
alter table orders
  add column returned_taxes jsonb check (jsonb_typeof(returned_taxes) = 'object' and length(returned_taxes::text) <= 100000);

-- And what of it went back each time: by a refund, by a debt that is not asked for any more, as credit. Null where nothing is known of tax.
alter table refunds
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array' and length(taxes::text) <= 100000);
alter table debt_releases
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array' and length(taxes::text) <= 100000);
alter table credit_entries
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array' and length(taxes::text) <= 100000);
