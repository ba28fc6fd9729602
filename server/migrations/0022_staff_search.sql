-- What staff look for: by whom and when something was changed, which instalments are open, which event, whose ticket, which seat.

-- The audit log by time, newest first, and what one key or one person has done.
create index audit_log_by_time on audit_log (org_id, created_at, audit_id);
create index audit_log_by_actor on audit_log (org_id, actor_kind, actor_id, created_at, audit_id);

-- Instalments by the day on which they are due: all, of one state, and those that are still to be paid, of which the overdue ones
-- come first.
create index instalments_by_due_at on instalments (org_id, due_at, instalment_id);
create index instalments_by_status on instalments (org_id, instalment_status, due_at, instalment_id);
create index instalments_open on instalments (org_id, due_at, instalment_id) where instalment_status in ('due', 'failed');

create index events_by_search on events using gin (org_id, lower(title) gin_trgm_ops);

-- A ticket is sold in the name of its buyer, who is found among the customers. Only a ticket that has changed hands or name since
-- bears another one, so only those are in this index: no sale writes to it.
create index tickets_by_holder on tickets using gin (
  org_id, lower(coalesce(ticket_name, '') || ' ' || coalesce(email_address, '')) gin_trgm_ops
) with (gin_pending_list_limit = 32768)
where changed_at <> created_at or replaces_ticket_id is not null;

-- What is printed on a ticket: row and seat, written together.
create index seats_by_place on seats (org_id, lower(coalesce(seat_row, '') || seat_title));
