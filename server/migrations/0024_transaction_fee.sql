-- What an order costs beside its lines, and what comes back of its fees.

-- The fee of an order as a whole: a fixed part in the organisation's currency and a part of what the order costs otherwise, up to
-- a most. Orders that cost nothing otherwise, and those of the box office, bear it only where the organisation says so.
alter table organisations
  add column transaction_fee_fixed_minor bigint not null default 0,
  add column transaction_fee_basis_points integer not null default 0,
  add column transaction_fee_max_minor bigint,
  add column transaction_fee_free_orders boolean not null default false,
  add column transaction_fee_boxoffice boolean not null default false;
alter table organisations
  add constraint organisations_transaction_fee_fixed check (transaction_fee_fixed_minor between 0 and 100000000000);
alter table organisations
  add constraint organisations_transaction_fee_part check (transaction_fee_basis_points between 0 and 10000);
alter table organisations
  add constraint organisations_transaction_fee_max check (transaction_fee_max_minor between 0 and 100000000000);

-- The sum over its lines, as the other amounts are: what the organisation gets back out of the service fees.
alter table orders add column rebate_minor bigint not null default 0;
alter table orders add constraint orders_rebate check (rebate_minor >= 0);
update orders o
set rebate_minor = l.rebate_minor
from (
  select org_id, order_id, sum(quantity * rebate_minor)::bigint as rebate_minor
  from order_lines
  group by org_id, order_id
) l
where l.org_id = o.org_id
  and l.order_id = o.order_id
  and l.rebate_minor > 0;
