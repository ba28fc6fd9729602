-- Since when the membership that a plan pays for has ended: nothing of it is charged from then on.
alter table membership_plans add column ended_at timestamptz;

-- Memberships that were cancelled while their plans went on being charged.
with ended as (
  select p.org_id, p.membership_plan_id, p.paused_at
  from membership_plans p
  join members m on m.org_id = p.org_id and m.membership_member_id = p.membership_member_id
  where m.membership_member_status_id = 3
    and m.membership_order_id = p.term_order_id
),
debts_of_ended as (
  update debts d
  set next_attempt_at = coalesce(d.next_attempt_at, d.held_attempt_at), held_attempt_at = null
  from ended e
  where d.org_id = e.org_id
    and d.membership_plan_id = e.membership_plan_id
    and d.closed_at is null
)
update membership_plans p
set collection_status = 'stopped', paused_at = null, ended_at = now()
from ended e
where p.org_id = e.org_id
  and p.membership_plan_id = e.membership_plan_id;

alter table membership_plans
  add constraint membership_plans_ended check (ended_at is null or collection_status = 'stopped');
