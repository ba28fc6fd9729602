import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { cancellationRules } from '../../people/membership-catalogue/membership-type.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import { isComing } from '../../programme/seasons/lock-season.ts'
import { eventStatus } from '../../programme/statuses.ts'

const amount = (description: string) => Type.Number({ description })

export const MembershipCancellation = Type.Object(
  {
    membership_member_id: Type.Integer(),
    cancellation: OneOf([...cancellationRules], { description: 'the rule of the member’s type' }),
    cancellation_until: Nullable(Type.String({ description: 'YYYY-MM-DD; of full_until' })),
    events: Type.Integer({ description: 'of the season' }),
    events_left: Type.Integer({ description: 'of them, to come' }),
    currency: Type.String({ description: 'ISO 4217' }),
    total: amount('what the membership costs, upgrades included; major unit of the currency'),
    returned: amount('of that, what the rule gives back'),
    cancelled_amount: amount('of what is given back, what was not paid yet and need not be'),
    refund_amount: amount('of what is given back, what was paid and goes back'),
    owed_amount: amount('what the member still has to pay'),
    written_off_amount: amount('of what was open, what staff have written off with the cancellation'),
    refund_ids: Type.Array(Type.Integer(), { description: 'once it is cancelled' }),
  },
  { title: 'MembershipCancellation' },
)
export type MembershipCancellation = Static<typeof MembershipCancellation>

/** One order that a membership was bought or upgraded by: what it costs in it, and what of that is open. */
export type BoughtBy = { orderId: number; totalMinor: number; openMinor: number }

/** What of an order is given back: first what is open, then what was paid. */
export type Returned = { orderId: number; cancelledMinor: number; refundMinor: number }

export const CancellationRuleRow = Type.Object({
  membership_member_status_id: Type.Integer(),
  cancellation: Type.Unsafe<(typeof cancellationRules)[number]>({ type: 'string' }),
  cancellation_until: Nullable(Type.String()),
  events: Type.Integer(),
  events_left: Type.Integer(),
  currency: Type.String(),
  timezone: Type.String(),
})
export type CancellationRuleRow = Static<typeof CancellationRuleRow>

/** By which rule a member of its type leaves, and how much of the season is left. */
export const findCancellationRule = async (orgId: OrgId, sql: Db, now: Date, memberId: number) => {
  const [row] = await sql<CancellationRuleRow[]>`
    select m.membership_member_status_id, coalesce(y.cancellation, 'none') as cancellation, y.cancellation_until::text as cancellation_until,
      coalesce(v.events, 0)::integer as events, coalesce(v.events_left, 0)::integer as events_left, o.currency, o.timezone
    from members m
    join organisations o on o.org_id = ${orgId}
    left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = m.membership_type_id
    left join lateral (
      select count(*) as events, count(*) filter (where ${isComing(sql, 'e', now)}) as events_left
      from season_events t
      join events e on e.org_id = ${orgId} and e.event_id = t.event_id
      where t.org_id = ${orgId}
        and t.season_id = y.season_id
        and e.event_status_id <> ${eventStatus.cancelled}
    ) v on true
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}`
  return row
}

/** The orders of the term that a member shows: the one that it was bought by, and upgrades since. Those of other terms are left alone. */
export const findBoughtBy = async (orgId: OrgId, sql: Db, memberId: number): Promise<BoughtBy[]> => {
  const rows = await sql<{ order_id: number; total_minor: number; open_minor: number }[]>`
    select l.order_id, sum(l.price_minor - l.discount_minor + coalesce(l.added_tax_minor, 0))::bigint as total_minor,
      coalesce(sum(p.open_minor), 0)::bigint as open_minor
    from members m
    join orders b on b.org_id = ${orgId} and b.order_id = m.membership_order_id
    join order_lines l on l.org_id = ${orgId} and l.membership_member_id = m.membership_member_id and l.kind = 'membership'
    join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
    left join membership_plans p on p.org_id = ${orgId} and p.order_id = l.order_id and p.order_line_id = l.order_line_id
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}
      and o.order_status = 'confirmed'
      and o.created_at >= b.created_at
      and not exists (
        select 1
        from member_terms t
        where t.org_id = ${orgId}
          and t.membership_member_id = m.membership_member_id
          and t.order_id = l.order_id
      )
    group by l.order_id
    order by l.order_id`
  return rows.map(({ order_id, total_minor, open_minor }) => ({
    orderId: order_id,
    totalMinor: total_minor,
    openMinor: open_minor,
  }))
}

/** What the rule gives back of each order, rounded down: what is open need not be paid, and only then does money go back. */
export function returnedOf(rule: CancellationRuleRow, bought: BoughtBy[], now: Date): Returned[] {
  const share = shareOf(rule, now)
  return bought.map(({ orderId, totalMinor, openMinor }) => {
    const returnedMinor = Math.floor((totalMinor * share.left) / share.of)
    const cancelledMinor = Math.min(openMinor, returnedMinor)
    return { orderId, cancelledMinor, refundMinor: returnedMinor - cancelledMinor }
  })
}

/** As a fraction, so that nothing is lost before it is rounded. */
function shareOf(rule: CancellationRuleRow, now: Date): { left: number; of: number } {
  const { cancellation, cancellation_until: until, events, events_left: left, timezone } = rule
  if (cancellation === 'full_until') {
    const isInTime = until !== null && localDate(now, timezone) <= until
    return { left: isInTime ? 1 : 0, of: 1 }
  }
  return cancellation === 'by_events_left' && events > 0 ? { left, of: events } : { left: 0, of: 1 }
}

export function toMembershipCancellation(
  memberId: number,
  rule: CancellationRuleRow,
  bought: BoughtBy[],
  returned: Returned[],
  { refundIds = [], writtenOffMinor = 0 }: { refundIds?: number[]; writtenOffMinor?: number } = {},
): MembershipCancellation {
  const major = (minor: number) => toMajor(minor, rule.currency)
  const sum = (amounts: number[]) => amounts.reduce((total, minor) => total + minor, 0)
  const cancelledMinor = sum(returned.map((one) => one.cancelledMinor))
  const refundMinor = sum(returned.map((one) => one.refundMinor))
  return {
    membership_member_id: memberId,
    cancellation: rule.cancellation,
    cancellation_until: rule.cancellation_until,
    events: rule.events,
    events_left: rule.events_left,
    currency: rule.currency,
    total: major(sum(bought.map((one) => one.totalMinor))),
    returned: major(cancelledMinor + refundMinor),
    cancelled_amount: major(cancelledMinor),
    refund_amount: major(refundMinor),
    owed_amount: major(sum(bought.map((one) => one.openMinor)) - cancelledMinor - writtenOffMinor),
    written_off_amount: major(writtenOffMinor),
    refund_ids: refundIds,
  }
}
