-- An instalment that somebody records as paid is a payment by hand, in takings and books like any other: those that were recorded before
-- get theirs.
insert into payments (
  org_id, instalment_id, provider, idempotency_key, payment_status, amount_minor, currency, succeeded_at, created_at, changed_at
)
select i.org_id, i.instalment_id, 'manual', 'instalment_' || i.instalment_id, 'succeeded', i.amount_minor, o.currency, i.paid_at,
  i.paid_at, i.paid_at
from instalments i
join orders o on o.org_id = i.org_id and o.order_id = i.membership_order_id
where i.instalment_status = 'paid'
  and not exists (
    select
    from payments p
    where p.org_id = i.org_id
      and p.instalment_id = i.instalment_id
      and p.payment_status = 'succeeded'
  );
