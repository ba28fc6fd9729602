-- One kind of order. What a membership was bought or renewed by had tables and numbers of its own; now it is an order whose lines are
-- memberships, beside those whose lines are tickets.

alter table orders
  -- Null: an order of memberships only.
  alter column event_id drop not null,
  -- How memberships are paid for. Null: not by a plan.
  add column membership_payment_option_id bigint,
  -- What has been paid of it, where instalments pay for it; null: a payment pays for all of it at once.
  add column paid_minor bigint;
alter table orders add constraint orders_not_overpaid check (paid_minor between 0 and total_minor);
alter table orders
  add constraint orders_by_option_fkey foreign key (org_id, membership_payment_option_id) references membership_payment_options;
create index orders_by_option on orders (org_id, membership_payment_option_id) where membership_payment_option_id is not null;

alter table order_lines
  add column kind text not null default 'ticket',
  add column membership_type_id bigint,
  -- Null until there is a member: while the order that makes one is being paid.
  add column membership_member_id bigint,
  alter column event_id drop not null,
  alter column price_category_id drop not null,
  alter column price_id drop not null,
  drop constraint order_lines_check;
alter table order_lines add constraint order_lines_kind check (
  kind = 'ticket' and num_nonnulls(event_id, price_category_id, price_id) = 3 and places between quantity and 10000
    and num_nonnulls(membership_type_id, membership_member_id) = 0
  or kind = 'membership' and membership_type_id is not null and num_nonnulls(event_id, price_category_id, price_id) = 0
    and quantity = 1 and places = 0
);
alter table order_lines
  add constraint order_lines_type_fkey foreign key (org_id, membership_type_id) references membership_types;
alter table order_lines
  add constraint order_lines_member_fkey foreign key (org_id, membership_member_id) references members;
create index order_lines_by_type on order_lines (org_id, membership_type_id) where membership_type_id is not null;
create index order_lines_by_member on order_lines (org_id, membership_member_id) where membership_member_id is not null;

-- The numbers are drawn anew, from those of orders: the old ones are other people's orders by now. The old tables stay as they are,
-- and unread, for as long as processes of the version before may look; `order_id` says what became of a row.
alter table membership_orders add column order_id bigint;
update membership_orders m
set order_id = numbered.order_id
from (
  select org_id, membership_order_id, nextval('orders_order_id_seq') as order_id
  from (
    select org_id, membership_order_id
    from membership_orders
    order by created_at, membership_order_id
  ) oldest_first
) numbered
where numbered.org_id = m.org_id
  and numbered.membership_order_id = m.membership_order_id;

-- Where the lines cost more than the order did, the difference was a discount; where less, it was for the order as a whole.
insert into orders (
  org_id, order_id, user_id, order_status, sales_channel, first_name, last_name, email_address, mobile_number, postcode,
  payment_method, currency, price_minor, discount_minor, transaction_fee_minor, total_minor, paid_minor, refunded_minor,
  membership_payment_option_id, confirmed_at, closed_at, created_at, changed_at
)
select m.org_id, m.order_id, m.user_id, m.membership_order_status, 'import', c.first_name, c.last_name, c.email_address,
  c.mobile_number, c.postcode, case when m.paid_minor > 0 then 'instalments' end, m.currency, l.price_minor,
  greatest(l.price_minor - m.total_minor, 0), greatest(m.total_minor - l.price_minor, 0), m.total_minor, m.paid_minor,
  m.refunded_minor, m.membership_payment_option_id,
  case when m.membership_order_status in ('confirmed', 'refunded') or m.paid_minor > 0 then coalesce(i.paid_at, m.changed_at) end,
  case when m.membership_order_status in ('cancelled', 'refunded', 'expired') then m.changed_at end, m.created_at, m.changed_at
from membership_orders m
join customers c on c.org_id = m.org_id and c.user_id = m.user_id
cross join lateral (
  select coalesce(sum(price_minor), 0)::bigint as price_minor
  from membership_order_lines
  where org_id = m.org_id
    and membership_order_id = m.membership_order_id
) l
cross join lateral (
  select min(paid_at) as paid_at
  from instalments
  where org_id = m.org_id
    and membership_order_id = m.membership_order_id
) i;

-- A discount is divided by the prices: each line has what is off up to and with it, less what is off before it.
insert into order_lines (
  org_id, order_id, kind, membership_type_id, membership_member_id, quantity, places, price_minor, discount_minor, created_at
)
select l.org_id, o.order_id, 'membership', l.membership_type_id, l.membership_member_id, 1, 0, l.price_minor,
  case when o.price_minor = 0 then 0 else
    div(l.until_minor * o.discount_minor, o.price_minor) - div((l.until_minor - l.price_minor) * o.discount_minor, o.price_minor)
  end,
  l.created_at
from (
  select org_id, membership_order_id, membership_member_id, membership_type_id, price_minor, created_at,
    sum(price_minor) over (partition by org_id, membership_order_id order by membership_member_id) as until_minor
  from membership_order_lines
) l
join membership_orders m on m.org_id = l.org_id and m.membership_order_id = l.membership_order_id
join orders o on o.org_id = m.org_id and o.order_id = m.order_id;

alter table instalments drop constraint instalments_org_id_membership_order_id_fkey;
alter table members drop constraint members_org_id_membership_order_id_fkey;
-- Parts of one order have other numbers for a moment while their orders are renumbered.
alter table instalments drop constraint instalments_by_number;
update instalments i
set membership_order_id = m.order_id
from membership_orders m
where m.org_id = i.org_id
  and m.membership_order_id = i.membership_order_id;
-- Changed, for whoever keeps a copy of members: the number leads to an order now.
update members t
set membership_order_id = m.order_id, changed_at = now()
from membership_orders m
where m.org_id = t.org_id
  and m.membership_order_id = t.membership_order_id;
alter table instalments add constraint instalments_by_number unique (org_id, membership_order_id, instalment_number);
alter table instalments
  add constraint instalments_org_id_membership_order_id_fkey foreign key (org_id, membership_order_id) references orders;
alter table members
  add constraint members_org_id_membership_order_id_fkey foreign key (org_id, membership_order_id) references orders;
alter table membership_orders
  add constraint membership_orders_moved_fkey foreign key (org_id, order_id) references orders;
create index membership_orders_by_order on membership_orders (org_id, order_id);
