-- Credit lowers what a checkout charges. It is spent with the draft of the order, and released where nobody pays the rest.
alter table credit_entries drop constraint credit_entries_kind_check;
alter table credit_entries add constraint credit_entries_kind_check check (
  kind in ('granted', 'refunded', 'returned', 'released', 'spent', 'expired', 'withdrawn', 'merged')
);
alter table credit_entries drop constraint credit_entries_signed;
alter table credit_entries add constraint credit_entries_signed check (
  kind = 'merged' and amount_minor <> 0 or amount_minor > 0 and kind in ('granted', 'refunded', 'returned', 'released')
    or amount_minor < 0 and kind in ('spent', 'expired', 'withdrawn')
);
-- Pending without a payment to wait for, also where credit pays for all of it.
drop index orders_free_to_settle;
create index orders_free_to_settle on orders (changed_at)
where order_status = 'pending' and basket_id is not null and (total_minor = 0 or owed_minor is not null or credit_minor = total_minor);
-- For the books: what credit alone has paid for has no payment to be booked by. A sale without credit writes nothing here.
create index orders_by_credit on orders (org_id, confirmed_at, order_id) where credit_minor is not null;
