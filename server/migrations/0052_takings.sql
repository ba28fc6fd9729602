-- Takings of a time: what was paid and what was given back.
create index payments_by_success on payments (org_id, succeeded_at, payment_id) where succeeded_at is not null;
create index refunds_by_success on refunds (org_id, changed_at, refund_id) where refund_status = 'succeeded';
