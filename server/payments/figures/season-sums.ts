import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../../programme/statuses.ts'

export const ways = ['at_once', 'plan', 'by_hand'] as const

const sums = {
  memberships: Type.Integer(),
  left_memberships: Type.Integer(),
  agreed_minor: Type.Integer(),
  paid_minor: Type.Integer(),
  refunded_minor: Type.Integer(),
  open_minor: Type.Integer(),
  overdue_minor: Type.Integer(),
  waived_minor: Type.Integer(),
  cancelled_minor: Type.Integer(),
}

export const SeasonSumRow = Type.Object({
  membership_type_id: Type.Integer(),
  type_title: Type.String(),
  paid_by: Type.Unsafe<(typeof ways)[number]>({ type: 'string' }),
  membership_payment_option_id: Nullable(Type.Integer()),
  option_title: Nullable(Type.String()),
  ...sums,
})
export type SeasonSumRow = Static<typeof SeasonSumRow>

/**
 * Every membership of a season by the type that it is of now and by how it was bought, whatever it was upgraded by since. The unit is the
 * member: who left and joined again is one of them, with the money of both. An order that is owed for as a whole, as before there were plans,
 * counts with its memberships one after the other: what is open first, then what was let go.
 */
export const findSeasonSums = (orgId: OrgId, sql: Db, seasonId: number, now: Date) =>
  sql<SeasonSumRow[]>`
  with overdue as (
    select i.membership_plan_id, sum(i.amount_minor - i.settled_minor - i.waived_minor - i.cancelled_minor) as minor
    from debts i
    where i.org_id = ${orgId}
      and i.kind = 'instalment'
      and i.closed_at is null
      and i.due_at <= ${now}
      and i.membership_plan_id is not null
    group by i.membership_plan_id
  ), lines as (
    select l.*, coalesce(d.open_minor, 0) as owed_open, coalesce(d.overdue_minor, 0) as owed_overdue,
      coalesce(d.waived_minor, 0) as owed_waived, coalesce(d.cancelled_minor, 0) as owed_cancelled,
      coalesce(d.has_instalments, false) as has_instalments, sum(l.agreed_minor) over (
        partition by l.order_id
        order by l.has_plan, l.order_line_id
      ) as end_minor
    from (${soldLines(orgId, sql, seasonId)}) l
    left join lateral (
      select sum(i.amount_minor - i.settled_minor - i.waived_minor - i.cancelled_minor) as open_minor,
        sum(i.amount_minor - i.settled_minor - i.waived_minor - i.cancelled_minor) filter (where i.due_at <= ${now}) as overdue_minor,
        sum(i.waived_minor) as waived_minor, sum(i.cancelled_minor) as cancelled_minor,
        bool_or(i.kind = 'instalment') as has_instalments
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = l.order_id
        and i.owed_by = 'fan'
        and i.membership_plan_id is null
    ) d on l.is_on_account and not l.has_plan
  ), parts as (
    select l.membership_member_id, l.membership_type_id, l.membership_payment_option_id, l.order_id, l.order_line_id,
      l.has_plan or l.has_instalments as has_plan, l.agreed_minor, l.refunded_minor,
      coalesce(l.open_minor, ${within(sql, sql`0`, sql`l.owed_open`)}) as open_minor,
      case
        when l.has_plan then coalesce(v.minor, 0)
        else ${within(sql, sql`0`, sql`l.owed_overdue`)}
      end as overdue_minor,
      coalesce(l.waived_minor, ${within(sql, sql`l.owed_open`, sql`l.owed_waived`)}) as waived_minor,
      coalesce(l.cancelled_minor, ${within(sql, sql`l.owed_open + l.owed_waived`, sql`l.owed_cancelled`)}) as cancelled_minor
    from lines l
    left join overdue v on v.membership_plan_id = l.membership_plan_id
  ), bought as (
    select membership_member_id, (array_agg(membership_type_id order by order_id desc, order_line_id desc))[1] as membership_type_id,
      (array_agg(membership_payment_option_id order by order_id, order_line_id))[1] as membership_payment_option_id,
      (array_agg(has_plan order by order_id, order_line_id))[1] as has_plan, sum(agreed_minor) as agreed_minor,
      sum(refunded_minor) as refunded_minor, sum(open_minor) as open_minor, sum(overdue_minor) as overdue_minor,
      sum(waived_minor) as waived_minor, sum(cancelled_minor) as cancelled_minor
    from parts
    group by membership_member_id
  ), members_now as (${membersNow(orgId, sql, seasonId)}), sums as (
    select coalesce(n.membership_type_id, b.membership_type_id) as membership_type_id,
      case when b.membership_member_id is null then 'by_hand' when b.has_plan then 'plan' else 'at_once' end as paid_by,
      case when b.has_plan then b.membership_payment_option_id end as membership_payment_option_id,
      count(*) filter (where n.is_cancelled is false) as memberships,
      count(*) filter (where n.is_cancelled is not false) as left_memberships,
      coalesce(sum(b.agreed_minor), 0)::bigint as agreed_minor,
      coalesce(sum(b.agreed_minor - b.open_minor - b.waived_minor - b.cancelled_minor), 0)::bigint as paid_minor,
      coalesce(sum(b.refunded_minor), 0)::bigint as refunded_minor, coalesce(sum(b.open_minor), 0)::bigint as open_minor,
      coalesce(sum(b.overdue_minor), 0)::bigint as overdue_minor, coalesce(sum(b.waived_minor), 0)::bigint as waived_minor,
      coalesce(sum(b.cancelled_minor), 0)::bigint as cancelled_minor
    from members_now n
    full join bought b on b.membership_member_id = n.membership_member_id
    group by 1, 2, 3
  )
  select s.membership_type_id, y.title as type_title, s.paid_by, s.membership_payment_option_id, k.title as option_title,
    s.memberships, s.left_memberships, s.agreed_minor, s.paid_minor, s.refunded_minor, s.open_minor, s.overdue_minor, s.waived_minor,
    s.cancelled_minor
  from sums s
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = s.membership_type_id
  left join membership_payment_options k
    on k.org_id = ${orgId} and k.membership_payment_option_id = s.membership_payment_option_id
  order by y.order_by, s.membership_type_id, s.paid_by, k.order_by, s.membership_payment_option_id`.freshPlan()

/** What of so much that begins after so much of an order falls on this line, whose own part ends at `end_minor`. */
const within = (sql: Db, from: Fragment, length: Fragment): Fragment => sql`
  greatest(0, least(l.end_minor, ${from} + ${length}) - greatest(l.end_minor - l.agreed_minor, ${from}))`

/** The lines by which memberships of a season were sold or upgraded, with the sums of their plans; also of orders that were taken back since. */
const soldLines = (orgId: OrgId, sql: Db, seasonId: number): Fragment => sql`
  select l.membership_member_id, l.membership_type_id, l.order_id, l.order_line_id, l.refunded_minor,
    l.price_minor - l.discount_minor + coalesce(l.added_tax_minor, 0) as agreed_minor, o.confirmed_at, o.paid_minor is not null as is_on_account,
    p.membership_plan_id, p.membership_plan_id is not null as has_plan,
    coalesce(p.membership_payment_option_id, o.membership_payment_option_id) as membership_payment_option_id, p.open_minor,
    p.waived_minor, p.cancelled_minor
  from membership_types y
  join order_lines l on l.org_id = ${orgId} and l.membership_type_id = y.membership_type_id
  join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
  left join membership_plans p on p.org_id = ${orgId} and p.order_id = l.order_id and p.order_line_id = l.order_line_id
  where y.org_id = ${orgId}
    and y.season_id = ${seasonId}
    and o.confirmed_at is not null
    and l.membership_member_id is not null`

/** Who is or was a member for the season, each once: what still holds before what was cancelled, the newest before others. */
const membersNow = (orgId: OrgId, sql: Db, seasonId: number): Fragment => sql`
  select distinct on (membership_member_id) membership_member_id, membership_type_id, is_cancelled
  from (
    select m.membership_member_id, m.membership_type_id, coalesce(m.starts_at, m.created_at) as starts_at,
      m.membership_member_status_id = ${memberStatus.cancelled} as is_cancelled
    from membership_types y
    join members m on m.org_id = ${orgId} and m.membership_type_id = y.membership_type_id
    where y.org_id = ${orgId}
      and y.season_id = ${seasonId}
    union all
    select t.membership_member_id, t.membership_type_id, t.starts_at, t.membership_member_status_id = ${memberStatus.cancelled}
    from member_terms t
    where t.org_id = ${orgId}
      and t.season_id = ${seasonId}
      and t.membership_type_id is not null
  ) terms
  order by membership_member_id, is_cancelled, starts_at desc`

export const SeasonDayRow = Type.Object({
  day: Type.String(),
  memberships: Type.Integer(),
  agreed_minor: Type.Integer(),
})
export type SeasonDayRow = Static<typeof SeasonDayRow>

/** What was sold on which day, on the clock of the organisation; an upgrade is no further membership. */
export const findSeasonDays = (orgId: OrgId, sql: Db, seasonId: number, timezone: string) =>
  sql<SeasonDayRow[]>`
  select (l.confirmed_at at time zone ${timezone})::date::text as day, count(*) filter (where l.nth = 1) as memberships,
    sum(l.agreed_minor)::bigint as agreed_minor
  from (
    select l.confirmed_at, l.agreed_minor,
      row_number() over (partition by l.membership_member_id order by l.order_id, l.order_line_id) as nth
    from (${soldLines(orgId, sql, seasonId)}) l
  ) l
  group by 1
  order by 1`.freshPlan()
