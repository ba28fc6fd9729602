import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { Resource } from '../../resources/resource.ts'
import { type Collection, collectionNames, collectionOf } from '../instalments/instalment.ts'

export const MembershipPlan = Type.Object(
  {
    membership_plan_id: Type.Integer(),
    membership_member_id: Type.Integer(),
    membership_order_id: Type.Integer({ description: 'the order_id of its order' }),
    currency: Type.String(),
    total: Type.Number(),
    paid: Type.Number(),
    open: Type.Number(),
    collection: OneOf([...collectionNames], { description: 'how its instalments are collected' }),
    paused_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
    ended_at: Nullable(
      Type.Integer({
        description: 'Unix seconds; when the membership that it pays for ended, since when nothing of it is charged',
      }),
    ),
    next_charge_at: Nullable(Type.Integer({ description: 'Unix seconds; null where nothing is going to be charged' })),
    next_charge: Nullable(Type.Number({ description: 'what is charged then' })),
    charged_on_resume: Type.Number({
      description: 'what has come due while it was paused or stopped, and is charged as soon as it goes on',
    }),
  },
  { title: 'MembershipPlan' },
)

const MaybeTime = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

export const MembershipPlanRow = Type.Object({
  membership_plan_id: Type.Integer(),
  membership_member_id: Type.Integer(),
  order_id: Type.Integer(),
  currency: Type.String(),
  total_minor: Type.Integer(),
  paid_minor: Type.Integer(),
  open_minor: Type.Integer(),
  collection: Type.Unsafe<Collection>({ type: 'string' }),
  paused_at: MaybeTime,
  ended_at: MaybeTime,
  is_cancelled: Type.Boolean(),
  next_charge_at: MaybeTime,
  next_minor: Nullable(Type.Integer()),
  resumed_minor: Type.Integer(),
})
export type MembershipPlanRow = Static<typeof MembershipPlanRow>

const toMembershipPlan = (row: MembershipPlanRow) =>
  ({
    membership_plan_id: row.membership_plan_id,
    membership_member_id: row.membership_member_id,
    membership_order_id: row.order_id,
    currency: row.currency,
    total: toMajor(row.total_minor, row.currency),
    paid: toMajor(row.paid_minor, row.currency),
    open: toMajor(row.open_minor, row.currency),
    collection: row.collection,
    paused_at: row.paused_at && unixSeconds(row.paused_at),
    ended_at: row.ended_at && unixSeconds(row.ended_at),
    next_charge_at: row.next_charge_at && unixSeconds(row.next_charge_at),
    next_charge: row.next_minor === null ? null : toMajor(row.next_minor, row.currency),
    charged_on_resume: toMajor(row.resumed_minor, row.currency),
  }) satisfies Static<typeof MembershipPlan>

/** Of a debt `d` of a plan `p` that does not run: it is charged at once when the plan goes on. */
export const isChargedOnResume = (sql: Db, now: Date) => sql`(
    d.closed_at is null
    and d.attempt_payment_id is null
    and case
      when p.collection_status = 'paused' then coalesce(d.held_attempt_at <= ${now}, false)
      when p.collection_status = 'stopped' then coalesce(d.next_attempt_at, d.due_at) <= ${now}
      else false
    end
  )`

/** Whether the membership that a plan `p` pays for was cancelled: nothing of it is charged then. */
export const isMembershipCancelled = (sql: Db, orgId: OrgId) => sql`exists (
        select
        from members w
        where w.org_id = ${orgId}
          and w.membership_member_id = p.membership_member_id
          and w.membership_order_id = p.term_order_id
          and w.membership_member_status_id = ${memberStatus.cancelled}
      )`

const openMinor = (sql: Db) => sql`d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor`

export const planResource: Resource<MembershipPlanRow, Static<typeof MembershipPlan>> = {
  singular: 'membership_plan',
  operationNames: { one: 'MembershipPlan', many: 'MembershipPlans' },
  object: 'membership_plans',
  scope: 'members:manage',
  listPath: '/v1/manage/membership_plans',
  itemPath: '/v1/manage/membership_plans/:membership_plan_id',
  table: 'membership_plans',
  id: 'membership_plan_id',
  tag: 'Members',
  schema: MembershipPlan,
  select: (sql, now, orgId) => sql`
    select t.membership_plan_id, t.membership_member_id, t.order_id, t.currency, t.total_minor, t.paid_minor, t.open_minor, t.collection,
      t.paused_at, t.ended_at, t.is_cancelled, n.next_attempt_at as next_charge_at, n.open_minor as next_minor, t.resumed_minor
    from (
      select p.org_id, p.membership_plan_id, p.membership_member_id, p.order_id, p.currency, p.total_minor, p.paid_minor, p.open_minor,
        ${collectionOf(sql)} as collection, p.paused_at, p.ended_at,
        ${isMembershipCancelled(sql, orgId)} as is_cancelled, p.collection_status, coalesce((
          select sum(${openMinor(sql)})
          from debts d
          where d.org_id = ${orgId}
            and d.membership_plan_id = p.membership_plan_id
            and ${isChargedOnResume(sql, now)}
        ), 0)::bigint as resumed_minor
      from membership_plans p
      where p.org_id = ${orgId}
    ) t
    left join lateral (
      select d.next_attempt_at, ${openMinor(sql)} as open_minor
      from debts d
      where d.org_id = ${orgId}
        and d.membership_plan_id = t.membership_plan_id
        and d.closed_at is null
        and d.next_attempt_at is not null
        and t.collection_status = 'running'
      order by d.next_attempt_at, d.debt_id
      limit 1
    ) n on true`,
  toItem: toMembershipPlan,
  lock: (orgId, sql, id) => lockPlan(orgId, sql, id),
}

/** Order and debts come before the plan, as in every payment of them. */
async function lockPlan(orgId: OrgId, sql: Db, planId: number): Promise<void> {
  await sql`
    select 1
    from orders
    where org_id = ${orgId}
      and order_id = (
        select order_id
        from membership_plans
        where org_id = ${orgId}
          and membership_plan_id = ${planId}
      )
    for no key update`
  await sql`
    select 1
    from debts
    where org_id = ${orgId}
      and membership_plan_id = ${planId}
    order by debt_id
    for no key update`
  await sql`
    select 1
    from membership_plans
    where org_id = ${orgId}
      and membership_plan_id = ${planId}
    for no key update`
}
