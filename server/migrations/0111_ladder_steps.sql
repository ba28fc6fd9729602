alter table organisations
  -- Days after the first failure: the member's seat is free at each match that comes. Null: never.
  add column seat_free_days smallint check (seat_free_days between 1 and 365),
  -- Days after the first failure: the membership ends. Null: never.
  add column end_days smallint check (end_days between 1 and 365),
  add constraint organisations_hard_before_seat check (seat_free_days is null or coalesce(seat_free_days > hard_overdue_days, false)),
  add constraint organisations_end_last check (end_days is null or coalesce(end_days > greatest(hard_overdue_days, seat_free_days), false) and hard_overdue_days is not null);

-- When the ladder is next looked at for a debt that failed; null: nothing follows by itself.
alter table debts add column ladder_at timestamptz;
create index debts_on_ladder on debts (ladder_at) where ladder_at is not null and closed_at is null;
update debts
set ladder_at = due_at
where kind = 'instalment'
  and closed_at is null
  and (first_failed_at is not null or overdue_told_at is not null);

-- What has followed from an instalment that was not paid, each once.
create table ladder_steps (
  org_id bigint not null,
  debt_id bigint not null,
  step text not null check (step in ('soft_overdue', 'hard_overdue', 'seat_free', 'ended')),
  -- Its day by the ladder of then.
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (org_id, debt_id, step),
  foreign key (org_id, debt_id) references debts,
  check (due_at <= created_at)
);

-- Because of which debt the seat is free at this match; null: of none, or it was sold and stays so.
alter table season_seat_gaps add column freed_debt_id bigint;
alter table season_seat_gaps
  add constraint season_seat_gaps_debt_fkey foreign key (org_id, freed_debt_id) references debts;
create index season_seat_gaps_freed on season_seat_gaps (org_id, freed_debt_id) where freed_debt_id is not null;
