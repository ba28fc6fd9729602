-- Whether a plan is charged by itself. Paused: nothing is, and its ladder stands still. Stopped: its fan is asked by mail instead.
alter table membership_plans
  add column collection_status text not null default 'running' check (collection_status in ('running', 'paused', 'stopped')),
  add column paused_at timestamptz,
  add constraint membership_plans_paused check ((collection_status = 'paused') = (paused_at is not null));

-- When an instalment of a paused plan was to be charged; it is planned again once the plan goes on.
alter table debts add column held_attempt_at timestamptz;
