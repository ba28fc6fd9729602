-- Of a membership's line, what was given back of what had been paid for it: a refund is of an order, which may have several.
alter table order_lines add column refunded_minor bigint not null default 0;
-- Refunds from before count with the lines of their orders one after the other, where an order is of memberships alone.
update order_lines l
set refunded_minor = r.refunded_minor
from (
  select s.org_id, s.order_id, s.order_line_id,
    greatest(0, least(
      s.price_minor - s.discount_minor,
      o.refunded_minor - coalesce(sum(s.price_minor - s.discount_minor) over (
        partition by s.org_id, s.order_id
        order by s.order_line_id
        rows between unbounded preceding and 1 preceding
      ), 0)
    )) as refunded_minor
  from orders o
  join order_lines s on s.org_id = o.org_id and s.order_id = o.order_id
  where o.refunded_minor > 0
    and s.kind = 'membership'
    and not exists (
      select 1
      from order_lines t
      where t.org_id = o.org_id
        and t.order_id = o.order_id
        and t.kind = 'ticket'
    )
) r
where l.org_id = r.org_id
  and l.order_id = r.order_id
  and l.order_line_id = r.order_line_id
  and r.refunded_minor > 0;
alter table order_lines add constraint order_lines_refunded_within_price check (
  refunded_minor between 0 and quantity * price_minor - discount_minor and (kind = 'membership' or refunded_minor = 0)
);
