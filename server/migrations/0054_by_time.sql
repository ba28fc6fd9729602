-- What comes newest or oldest first does so by its time: two cells, or two nodes of a cluster, give ids in no common order.
drop index orders_closed;
create index orders_closed on orders (org_id, order_status, created_at, order_id)
where order_status in ('cancelled', 'refunded', 'expired');
drop index orders_elsewhere;
create index orders_elsewhere on orders (org_id, sales_channel, created_at, order_id)
where sales_channel in ('boxoffice', 'import');

drop index refund_requests_by_status;
create index refund_requests_by_status on refund_requests (org_id, refund_request_status, created_at, refund_request_id);
create index refund_requests_by_time on refund_requests (org_id, created_at, refund_request_id);

drop index scan_conflicts_open;
create index scan_conflicts_open on scan_conflicts (org_id, created_at, scan_conflict_id) where scan_conflict_status = 'open';
create index scan_conflicts_by_time on scan_conflicts (org_id, created_at, scan_conflict_id);
drop index scan_conflicts_by_event;
create index scan_conflicts_by_event on scan_conflicts (org_id, event_id, scan_conflict_status, created_at, scan_conflict_id);

drop index tills_by_status;
create index tills_by_status on tills (org_id, till_status, created_at, till_id);
create index tills_by_time on tills (org_id, created_at, till_id);
