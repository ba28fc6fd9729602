-- What needs somebody: failures, by organisation, newest first; and the mails of one order. Nothing that goes well writes to these but
-- the last.
create index payments_failed on payments (org_id, changed_at, payment_id) where payment_status = 'failed';
create index refunds_failed on refunds (org_id, changed_at, refund_id) where refund_status = 'failed';
create index scan_conflicts_open on scan_conflicts (org_id, scan_conflict_id) where scan_conflict_status = 'open';
create index mails_undelivered on mails (org_id, changed_at, mail_id) where mail_status in ('failed', 'unknown');
create index mails_by_order on mails (org_id, order_id, mail_id) where order_id is not null;
