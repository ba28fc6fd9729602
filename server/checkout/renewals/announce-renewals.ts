import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { collectedAt } from '../../ledger/ledger/due-dates.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { addedTaxOf } from '../../programme/tax-rates/unit-tax.ts'
import {
  ageRefusal,
  findMembershipOffer,
  type MembershipOfferRow,
  membershipRefusal,
} from '../membership-sale/membership-offer.ts'
import { seatThatStays } from '../membership-sale/seating.ts'
import { findStandingMember, renewalRefusal, type StandingMemberRow } from '../membership-sale/standing-member.ts'
import { tellFailed } from './end-renewal.ts'
import { publishRenewal, type RenewalReason } from './renewal.ts'
import { findRenewalMeans, type RenewalMeans } from './renewal-means.ts'

const BATCH = 200
/** Between the notice and the charge, where the member was late to want it. */
const NOTICE_MIN_MS = DAY_MS

type Deps = Clocks & { sql: Sql }

/**
 * Tells members whose membership renews by itself that it will, and what is charged when. What the notice names is written down with it, so
 * that no later change of the catalogue charges anything else. Answers how many members were looked at.
 */
export async function announceRenewals({ sql, ...clocks }: Deps): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
    select org_id
    from membership_types
    where renewal_type_id is not null
      and exists (
        select 1
        from members m
        where m.org_id = membership_types.org_id
          and m.membership_type_id = membership_types.membership_type_id
          and m.auto_renew
          and m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
          and m.renewal_noted_for is distinct from m.expires
          and m.expires > ${now}
          and m.expires <= ${now}::timestamptz + membership_types.renewal_notice_days * interval '1 day'
      )`,
    oldest: sql`org_id`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, async (orgId) => {
    const due = await findToAnnounce(orgId, sql, clocks.clock(orgId))
    for (const { membership_member_id: memberId } of due)
      await sql.begin((tx) => announceRenewal({ orgId, tx, clock: clocks.clock }, memberId))
    return due.length
  })
}

const findToAnnounce = (orgId: OrgId, sql: Sql, now: Date) => sql<{ membership_member_id: number }[]>`
  select m.membership_member_id
  from membership_types t
  join members m on m.org_id = ${orgId} and m.membership_type_id = t.membership_type_id
  where t.org_id = ${orgId}
    and t.renewal_type_id is not null
    and m.auto_renew
    and m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
    and m.renewal_noted_for is distinct from m.expires
    and m.expires > ${now}
    and m.expires <= ${now}::timestamptz + t.renewal_notice_days * interval '1 day'
  order by m.expires, m.membership_member_id
  limit ${BATCH}`

type At = { orgId: OrgId; tx: Tx; clock: Clock }

type Coming = {
  ends_at: Date
  renewal_type_id: number
  renewal_days: number
  timezone: string
  collection_hour: number
  membership_payment_option_id: number | null
  notice_order_id: number | null
}

/** Of one member, where it is time. */
export async function announceRenewal(at: At, memberId: number): Promise<void> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const coming = await noteEnd(orgId, tx, now, memberId)
  if (!coming) return
  const standing = await findStandingMember(orgId, tx, now, memberId)
  // Who has bought the next term already is not asked to buy it again.
  if (!standing || standing.next_ends_at !== null || standing.next_type_ids.length > 0) return
  const means = await findRenewalMeans(orgId, tx, memberId)
  const renewAt = dayOfRenewal(coming, now, means)
  const offer = await findMembershipOffer(orgId, tx, renewAt, coming.renewal_type_id)
  if (!offer) throw new Error(`there is no type ${coming.renewal_type_id}`)
  const reason = refusalOf(standing, offer, renewAt, means)
  const [renewal] = await tx<{ membership_renewal_id: number }[]>`
    insert into membership_renewals (
      org_id, membership_member_id, ends_at, membership_type_id, membership_payment_option_id, price_minor, added_tax_minor, currency, renew_at,
      notice_order_id, renewal_status, reason, next_attempt_at, created_at, changed_at
    )
    values (
      ${orgId}, ${memberId}, ${coming.ends_at}, ${coming.renewal_type_id}, ${coming.membership_payment_option_id}, ${offer.price_minor},
      ${addedTaxOf(offer, firstDayOf(offer, coming, renewAt))}, ${offer.currency}, ${renewAt}, ${coming.notice_order_id}, ${reason ? 'failed' : 'announced'}, ${reason ?? null},
      ${reason ? null : renewAt}, ${now}, ${now}
    )
    on conflict (org_id, membership_member_id, ends_at) where renewal_status <> 'stopped' do nothing
    returning membership_renewal_id`
  if (!renewal) return
  const { membership_renewal_id: aboutId } = renewal
  if (reason) return tellFailed(at, aboutId, coming.notice_order_id)
  if (coming.notice_order_id !== null) {
    const messageId = `renewal-${aboutId}-announced`
    const notice = { kind: 'renewal_announced' as const, orderId: coming.notice_order_id, aboutId, messageId }
    await noteMails(orgId, tx, now, [notice])
  }
  await publishRenewal(orgId, tx, clock, 'renewal.announced', aboutId)
}

/** Under the member's lock: of two workers one finds it. The plan is that of the term which ends. */
async function noteEnd(orgId: OrgId, tx: Tx, now: Date, memberId: number): Promise<Coming | undefined> {
  const [coming] = await tx<Coming[]>`
    update members m
    set renewal_noted_for = m.expires
    from membership_types t, organisations o
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}
      and m.auto_renew
      and m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
      and m.renewal_noted_for is distinct from m.expires
      and m.expires > ${now}
      and t.org_id = ${orgId}
      and t.membership_type_id = m.membership_type_id
      and t.renewal_type_id is not null
      and o.org_id = ${orgId}
    returning m.expires as ends_at, t.renewal_type_id, t.renewal_days, o.timezone, o.collection_hour, (
      select p.membership_payment_option_id
      from membership_plans p
      where p.org_id = ${orgId}
        and p.membership_member_id = m.membership_member_id
        and p.term_order_id = m.membership_order_id
        and p.order_id = m.membership_order_id
      limit 1
    ) as membership_payment_option_id, coalesce(m.membership_order_id, (
      select max(w.order_id)
      from orders w
      where w.org_id = ${orgId}
        and w.user_id = m.user_id
        and w.order_status = 'confirmed'
    )) as notice_order_id`
  return coming
}

/**
 * At the hour of charging so many days before the end; a day after the notice at the earliest, or as many as a mandate says, with the end at
 * the latest. A mandate's notice may lead beyond it: then it cannot be renewed by it.
 */
function dayOfRenewal(
  { ends_at: endsAt, renewal_days: days, timezone, collection_hour: hour }: Coming,
  now: Date,
  means: RenewalMeans | undefined,
): Date {
  const lastMoment = new Date(endsAt.getTime() - 1000 - days * DAY_MS)
  const planned = collectedAt(localDate(lastMoment, timezone), timezone, hour)
  const earliest = now.getTime() + noticeMs(means)
  const latest = means?.notice_days ? Math.max(endsAt.getTime(), earliest) : endsAt.getTime()
  return new Date(Math.min(Math.max(planned.getTime(), earliest), latest))
}

/** Of the term that is announced, as a sale on that day reckons it: the tax is that of this day. */
function firstDayOf({ first_day: ofSeason }: MembershipOfferRow, { ends_at, timezone }: Coming, renewAt: Date): string {
  const today = localDate(renewAt, timezone)
  if (ofSeason !== null) return ofSeason > today ? ofSeason : today
  return ends_at > renewAt ? localDate(ends_at, timezone) : today
}

const noticeMs = (means: RenewalMeans | undefined): number =>
  Math.max(NOTICE_MIN_MS, (means?.notice_days ?? 0) * DAY_MS)

/** Why it cannot be renewed, as far as it can be known now. */
function refusalOf(
  standing: StandingMemberRow,
  offer: MembershipOfferRow,
  renewAt: Date,
  means: RenewalMeans | undefined,
): RenewalReason | undefined {
  if (membershipRefusal(offer, renewAt, false)) return 'off_sale'
  if (renewalRefusal(standing, offer, renewAt)) return 'not_possible'
  if (ageRefusal(offer, standing.date_of_birth, renewAt)) return 'not_possible'
  if (standing.membership_seat_id !== null && seatThatStays(standing, offer) === null) return 'seat_gone'
  if (offer.price_minor === 0) return undefined
  // Announced too late to be debited in this term.
  const isLate = means?.notice_days != null && standing.expires !== null && renewAt > standing.expires
  return means && !isLate ? undefined : 'no_means'
}
