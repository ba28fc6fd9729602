-- What is owed because of an event, found without its orders, of which there may be very many more.
alter table debts add column event_id bigint;
update debts d
set event_id = o.event_id
from orders o
where o.org_id = d.org_id
  and o.order_id = d.order_id
  and o.event_id is not null;
alter table debts add constraint debts_event_fkey foreign key (org_id, event_id) references events;
create index debts_by_event on debts (org_id, event_id, due_at, debt_id) where event_id is not null;
create index debts_open_by_event on debts (org_id, event_id, due_at, debt_id) where event_id is not null and closed_at is null;
