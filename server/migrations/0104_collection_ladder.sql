-- What follows when an instalment was not paid, as the organisation wants it. Without a word it is as it was before: tried again after these
-- days, and overdue from its own day on.
alter table organisations
  add column retry_days smallint[] not null default '{3,7,14}' check (
    cardinality(retry_days) <= 8 and 1 <= all (retry_days) and 90 >= all (retry_days)
  ),
  -- Days after the first failure: let in, and the steward is told.
  add column soft_overdue_days smallint check (soft_overdue_days between 1 and 365),
  -- Days after the first failure: not let in, no member prices. Null: from its own day on.
  add column hard_overdue_days smallint check (hard_overdue_days between 1 and 365),
  -- Scanners that have a list are told of members anew when it has changed since.
  add column ladder_changed_at timestamptz,
  add constraint organisations_soft_before_hard check (soft_overdue_days is null or coalesce(soft_overdue_days < hard_overdue_days, false));

-- When a charge of it failed for the first time, or was recorded to have; null: none has.
alter table debts add column first_failed_at timestamptz;
update debts
set first_failed_at = greatest(due_at, created_at)
where last_outcome = 'failed';
