-- Instalments become debts under their numbers; the table stays as it is, unread, for processes of the version before.
insert into debts (
  org_id, debt_id, owed_by, kind, order_id, user_id, currency, amount_minor, settled_minor, waived_minor, cancelled_minor, due_at,
  instalment_number, last_outcome, attempts, next_attempt_at, closed_at, created_at, changed_at
)
select i.org_id, i.instalment_id, 'fan', 'instalment', i.membership_order_id, o.user_id, o.currency, i.amount_minor,
  case when i.instalment_status = 'paid' then i.amount_minor else 0 end,
  case when i.instalment_status = 'waived' then i.amount_minor else 0 end,
  case when i.instalment_status = 'cancelled' then i.amount_minor else 0 end, i.due_at, i.instalment_number,
  case when i.instalment_status = 'failed' then 'failed' end, i.attempts, i.next_attempt_at,
  case when i.instalment_status in ('paid', 'waived', 'cancelled') then coalesce(i.paid_at, i.changed_at) end, i.created_at, i.changed_at
from instalments i
join orders o on o.org_id = i.org_id and o.order_id = i.membership_order_id;

insert into debt_releases (org_id, debt_id, kind, amount_minor, created_at)
select org_id, instalment_id, instalment_status, amount_minor, changed_at
from instalments
where instalment_status in ('waived', 'cancelled');

insert into payment_debts (org_id, payment_id, debt_id, amount_minor, created_at)
select org_id, payment_id, instalment_id, amount_minor, created_at
from payments
where instalment_id is not null;

insert into settlements (org_id, debt_id, payment_id, amount_minor, created_at)
select p.org_id, p.instalment_id, p.payment_id, p.amount_minor, p.succeeded_at
from payments p
join instalments i on i.org_id = p.org_id and i.instalment_id = p.instalment_id
where i.instalment_status = 'paid'
  and p.payment_status = 'succeeded'
  and not p.surplus;

update payments p
set settled_minor = p.amount_minor
from instalments i
where i.org_id = p.org_id
  and i.instalment_id = p.instalment_id
  and i.instalment_status = 'paid'
  and p.payment_status = 'succeeded'
  and not p.surplus;

update refunds r
set order_id = i.membership_order_id
from payments p, instalments i
where p.org_id = r.org_id
  and p.payment_id = r.payment_id
  and i.org_id = r.org_id
  and i.instalment_id = p.instalment_id;

update orders o
set paid_minor = coalesce(o.paid_minor, 0), owed_minor = coalesce(d.open_minor, 0)
from (
  select org_id, order_id, sum(amount_minor - settled_minor - waived_minor - cancelled_minor) as open_minor
  from debts
  group by org_id, order_id
) d
where d.org_id = o.org_id
  and d.order_id = o.order_id;
update orders
set owed_minor = 0
where paid_minor is not null
  and owed_minor is null;

-- Numbers go on where those of instalments ended, within the range of the cell.
select setval(pg_get_serial_sequence('debts', 'debt_id'), last_value, is_called)
from instalments_instalment_id_seq;
