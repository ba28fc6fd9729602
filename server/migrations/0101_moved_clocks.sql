-- How far the time of a sandbox is ahead of the real one, and how far it has been asked to go: what is due on the way happens in order,
-- so the two differ while it does. A live organisation has the real time, by constraint. Two years in all.
alter table organisations
  add column clock_ahead_ms bigint not null default 0,
  add column clock_target_ms bigint not null default 0,
  add column clock_advancing boolean not null default false;
alter table organisations
  add constraint organisations_clock check (
    clock_ahead_ms between 0 and clock_target_ms
    and clock_target_ms <= 63072000000
    and (clock_target_ms = 0 or mode = 'test')
  );

-- The few that every process has to know.
create index organisations_with_moved_clock on organisations (org_id) where clock_target_ms > 0;

-- Payments under way of one organisation: what its clock stops at next.
create index payments_under_way on payments (org_id, created_at)
where payment_status in ('created', 'requires_action', 'processing', 'unknown');
