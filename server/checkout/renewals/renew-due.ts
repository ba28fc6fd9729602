import { allAtOnce, eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { SettleDeps } from '../answers/settle-deps.ts'
import { payDrafted } from '../answers/settle-payment.ts'
import { newBasketUuid } from '../baskets/basket-state.ts'
import { holdItems } from '../box-office/hold-items.ts'
import { draftOrders } from '../sale/draft-orders.ts'
import type { Buyer, DraftedOrder } from '../sale/stages.ts'
import { failRenewal, stopRenewals, supersedeRenewal } from './end-renewal.ts'
import { followRenewal } from './follow-renewal.ts'
import type { RenewalReason } from './renewal.ts'
import { findRenewalMeans } from './renewal-means.ts'

const BATCH = 40
const AT_ONCE = 8
/** A process that dies on the way leaves it to another after so long; whose payment is under way is looked at as often. */
const LEASE_MS = 10 * MINUTE_MS

/**
 * Makes the renewals whose day has come, as orders: each is drafted with its payment in one commit, so that what was begun is found again,
 * and charged without the fan under the key that is on record. Any number of workers share the work. Answers how many were looked at.
 */
export async function renewDue(deps: SettleDeps & Clocks): Promise<number> {
  const { sql } = deps
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from membership_renewals
      where next_attempt_at <= ${now}
        and leased_until <= ${now}`,
    oldest: sql`next_attempt_at`,
  })
  return eachDue(sql, deps, { due, batch: BATCH }, (orgId) => renewOrganisation(deps, orgId))
}

async function renewOrganisation(deps: SettleDeps, orgId: OrgId): Promise<number> {
  const ids = await claimDue(orgId, deps.sql, deps.clock(orgId))
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await allAtOnce(ids.slice(from, from + AT_ONCE), (id) => renewOne(deps, orgId, id))
  }
  return ids.length
}

async function claimDue(orgId: OrgId, sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ membership_renewal_id: number }[]>`
    with due as (
      select membership_renewal_id
      from membership_renewals
      where org_id = ${orgId}
        and next_attempt_at <= ${now}
        and leased_until <= ${now}
      order by next_attempt_at, membership_renewal_id
      limit ${BATCH}
      for no key update skip locked
    )
    update membership_renewals r
    set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    from due
    where r.org_id = ${orgId}
      and r.membership_renewal_id = due.membership_renewal_id
    returning r.membership_renewal_id`
  return rows.map(({ membership_renewal_id }) => membership_renewal_id)
}

/** What an order says that could not be drafted, in the words of a renewal. */
const reasons: Record<string, RenewalReason> = {
  price_unavailable: 'off_sale',
  resource_missing: 'off_sale',
  sold_out: 'full',
  seat_taken: 'seat_gone',
  state_conflict: 'not_possible',
  parameter_invalid: 'not_possible',
  parameter_missing: 'not_possible',
}

/** One that has an order is followed to its end first; then, or instead, the next attempt is made. */
async function renewOne(deps: SettleDeps, orgId: OrgId, renewalId: number): Promise<void> {
  if ((await followRenewal(deps, orgId, renewalId)) !== 'ready') return
  try {
    const drafted = (await deps.sql.begin((tx) => draftRenewal(deps, orgId, tx, renewalId))) as DraftedOrder | undefined
    if (!drafted) return
    await payDrafted(deps, drafted)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (await isInBasket(deps, orgId, renewalId)) return
    const isPlan = error.param?.includes('membership_payment_option_id') ?? false
    const reason = isPlan ? 'plan_gone' : reasons[error.code]
    // Anything else says nothing of the membership, such as a basket that ran out while a sandbox's clock was moved: it is tried again.
    if (reason === undefined) throw error
    await deps.sql.begin((tx) => failRenewal({ orgId, tx, clock: deps.clock }, renewalId, reason))
    return
  }
  await followRenewal(deps, orgId, renewalId)
}

/** A fan who is about to renew by themselves is not disturbed: it is looked at again later. */
async function isInBasket({ sql }: SettleDeps, orgId: OrgId, renewalId: number): Promise<boolean> {
  const rows = await sql`
    select 1
    from membership_renewals r
    join basket_memberships b on b.org_id = ${orgId} and b.membership_member_id = r.membership_member_id and b.holds_place
    where r.org_id = ${orgId}
      and r.membership_renewal_id = ${renewalId}`
  return rows.length > 0
}

type DueRenewal = {
  membership_member_id: number
  membership_type_id: number
  membership_payment_option_id: number | null
  price_minor: number
  added_tax_minor: number | null
  attempts: number
  is_wanted: boolean
  is_standing: boolean
  offers_auto_renew: boolean
  email_address: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
}

/** The order and its payment, on record and not yet asked for; undefined where there is nothing to renew any more. */
async function draftRenewal(
  deps: SettleDeps,
  orgId: OrgId,
  tx: Tx,
  renewalId: number,
): Promise<DraftedOrder | undefined> {
  const now = deps.clock(orgId)
  const at = { orgId, tx, clock: deps.clock }
  const renewal = await lockRenewal(orgId, tx, now, renewalId)
  if (!renewal) return undefined
  const { membership_member_id: memberId } = renewal
  if (!renewal.is_standing) {
    await supersedeRenewal(at, renewalId)
    return undefined
  }
  if (!renewal.is_wanted) {
    await stopRenewals(at, memberId)
    return undefined
  }
  const means = await findRenewalMeans(orgId, tx, memberId)
  if (!means && renewal.price_minor > 0) {
    await failRenewal(at, renewalId, 'no_means')
    return undefined
  }
  if (renewal.email_address === null) {
    await failRenewal(at, renewalId, 'no_address')
    return undefined
  }
  const basketId = newBasketUuid()
  const wanted = {
    typeId: renewal.membership_type_id,
    optionId: renewal.membership_payment_option_id,
    member: null,
    memberId,
    isUpgrade: false,
    isSpread: false,
    autoRenew: renewal.offers_auto_renew,
    seat: null,
    sectionId: null,
    at: 0,
  }
  await holdItems(orgId, tx, now, { basketId, discountCode: null, requestedItems: [], memberships: [wanted] })
  // What the notice names is charged, whatever the catalogue says since.
  await tx`
    update basket_memberships
    set price_minor = ${renewal.price_minor}
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  const attempt = renewal.attempts + 1
  const request = {
    orgId,
    basketId,
    buyer: buyerOf(renewal),
    paymentMethod: means?.method_reference ?? null,
    ...(means && { means: { meansId: means.payment_means_id, customer: means.customer_reference, attempt } }),
  }
  const [drafted] = await finish(await draftOrders(deps, orgId, tx, [request]))
  if (!drafted || drafted instanceof Error) throw drafted ?? new Error('a renewal was not drafted')
  if (!('order' in drafted)) throw new Error('a basket that was just filled is being paid')
  // No member is charged more than they were told.
  if ((drafted.order.added_tax_minor ?? 0) > (renewal.added_tax_minor ?? 0)) {
    throw new ApiError('state_conflict', { message: 'The tax is more than the notice of the renewal names.' })
  }
  await tx`
    update membership_renewals
    set renewal_status = 'under_way', order_id = ${drafted.order.order_id}, attempts = ${attempt}, changed_at = ${now}
    where org_id = ${orgId}
      and membership_renewal_id = ${renewalId}`
  return drafted
}

/** With the member as they are now: whether it is still wanted, and the term that it follows still the one that they have. */
async function lockRenewal(orgId: OrgId, tx: Tx, now: Date, renewalId: number): Promise<DueRenewal | undefined> {
  const [renewal] = await tx<DueRenewal[]>`
    select r.membership_member_id, r.membership_type_id, r.membership_payment_option_id, r.price_minor, r.added_tax_minor, r.attempts, m.auto_renew as is_wanted,
      m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments}) and m.expires = r.ends_at and not exists (
        select 1
        from member_terms t
        where t.org_id = ${orgId}
          and t.membership_member_id = m.membership_member_id
          and t.term_state = 'next'
      ) as is_standing, y.offer_auto_renew as offers_auto_renew, c.email_address, c.first_name, c.last_name, w.language
    from membership_renewals r
    join members m on m.org_id = ${orgId} and m.membership_member_id = r.membership_member_id
    join customers c on c.org_id = ${orgId} and c.user_id = m.user_id
    join membership_types y on y.org_id = ${orgId} and y.membership_type_id = r.membership_type_id
    left join orders w on w.org_id = ${orgId} and w.order_id = r.notice_order_id
    where r.org_id = ${orgId}
      and r.membership_renewal_id = ${renewalId}
      and r.renewal_status = 'announced'
      and r.next_attempt_at <= ${now}
      and r.leased_until > ${now}
    for no key update of r`
  return renewal
}

const buyerOf = ({ email_address: email, first_name, last_name, language }: DueRenewal): Buyer => ({
  email,
  first_name,
  last_name,
  mobile_number: null,
  postcode: null,
  country_id: null,
  marketing_emails: false,
  language,
})
