import { fill } from '../../../faces/kit/messages.ts'
import type { OrgId } from '../../access/principal.ts'
import { type PlanPart, planOf } from '../../checkout/membership-sale/plan.ts'
import { renewalUrl } from '../../checkout/renewals/renewal-link.ts'
import { findRenewalMeans } from '../../checkout/renewals/renewal-means.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import type { Speech } from '../../messages/mail/words.ts'
import { shopUrl } from '../../people/shops/shop-address.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { LinkDeps } from '../../tickets/orders/ticket-page-link.ts'
import type { MailContent } from './mail-content.ts'
import type { MailedOrderRow } from './mailed-order.ts'

/** A renewal as mails tell of it. */
export type RenewalFact = {
  membership_renewal_id: number
  renewal_status: string
  reason: string | null
  /** Of what ends: that which follows may have another name. */
  type_title: string
  ends_at: Date
  renew_at: Date
  total_minor: number
  currency: string
  timezone: string
  number_of_instalments: number | null
  months_between: number | null
  fixed_end_date: Date | null
  /** What it is debited from; null: a card is charged. */
  debited: { account: string; mandate: string } | null
}

export const RENEWAL_MAILS: MailKind[] = ['renewal_announced', 'renewal_failed']

type ToldRow = Omit<RenewalFact, 'debited'> & { membership_member_id: number }

const findRenewalsTold = (orgId: OrgId, sql: Db, renewalIds: number[]) => sql<ToldRow[]>`
  select r.membership_renewal_id, r.membership_member_id, r.renewal_status, r.reason, t.title as type_title, r.ends_at, r.renew_at, r.price_minor + coalesce(r.added_tax_minor, 0) as total_minor, r.currency,
    g.timezone, p.number_of_instalments, p.months_between, p.fixed_end_date
  from membership_renewals r
  join members m on m.org_id = ${orgId} and m.membership_member_id = r.membership_member_id
  join membership_types t on t.org_id = ${orgId} and t.membership_type_id = m.membership_type_id
  join organisations g on g.org_id = ${orgId}
  left join membership_payment_options p
    on p.org_id = ${orgId} and p.membership_payment_option_id = r.membership_payment_option_id
  where r.org_id = ${orgId}
    and r.membership_renewal_id = any (${renewalIds}::bigint[])`

/** All that these mails tell of. */
export async function readRenewals(orgId: OrgId, sql: Db, mails: ClaimedMail[]): Promise<Map<number, RenewalFact>> {
  const ids = renewalsIn(mails)
  const renewals = new Map<number, RenewalFact>()
  for (const { membership_member_id: memberId, ...renewal } of ids.length > 0
    ? await findRenewalsTold(orgId, sql, ids)
    : []) {
    const means = await findRenewalMeans(orgId, sql, memberId)
    const mandate = means?.mandate_reference ?? null
    const debited = mandate === null ? null : { account: `…${means?.account_last4 ?? ''}`, mandate }
    renewals.set(renewal.membership_renewal_id, { ...renewal, debited })
  }
  return renewals
}

/** Where it is in that state still. */
export const tellRenewal =
  (status: string) =>
  (
    { renewals }: { renewals: Map<number, RenewalFact> },
    { about_id }: ClaimedMail,
    order: MailedOrderRow,
  ): MailContent | Dropped => {
    const renewal = renewals.get(about_id ?? 0)
    if (renewal?.renewal_status !== status) return { dropped: 'nothing_to_tell' }
    return { to: order.email_address, tickets: [], renewal }
  }

const renewalsIn = (mails: ClaimedMail[]): number[] =>
  mails.flatMap(({ kind, about_id }) =>
    kind !== null && RENEWAL_MAILS.includes(kind as MailKind) && about_id !== null ? [about_id] : [],
  )

/** What is charged on the day, of how much in how many parts. */
export function firstCharge(renewal: RenewalFact): { nowMinor: number; parts: number } {
  const charges = planOfRenewal(renewal)
  return { nowMinor: charges[0]?.amount_minor ?? renewal.total_minor, parts: Math.max(charges.length, 1) }
}

/** While it can still be stopped; later mails are about what came of it. */
export const chargesOfRenewal = (renewal: RenewalFact): PlanPart[] =>
  renewal.renewal_status === 'announced' ? planOfRenewal(renewal) : []

function planOfRenewal(renewal: RenewalFact): PlanPart[] {
  const { number_of_instalments, months_between, fixed_end_date, total_minor, renew_at: now, timezone: zone } = renewal
  if (number_of_instalments === null || months_between === null) return []
  return planOf(total_minor, { number_of_instalments, months_between, fixed_end_date }, { now, zone }) ?? []
}

/** The last day of a term, which ends with it. */
const lastDay = (speech: Speech, { ends_at, timezone }: RenewalFact) =>
  speech.date(new Date(ends_at.getTime() - 1000), timezone)

/** What texts about a renewal may name. */
export const renewalValues = (speech: Speech, renewal: RenewalFact) => ({
  membership: renewal.type_title,
  due: speech.date(renewal.renew_at, renewal.timezone),
  ends: lastDay(speech, renewal),
  amount: speech.money(firstCharge(renewal).nowMinor, renewal.currency),
  total: speech.money(renewal.total_minor, renewal.currency),
  why: whyNot(speech, renewal),
  means: meansOf(speech, renewal),
})

const meansOf = ({ words: { labels } }: Speech, { debited }: RenewalFact): string =>
  debited ? fill(labels.renewal_from_account, debited) : labels.renewal_from_card

const BY_CARD = ['declined', 'card_expired', 'bank_asks']

function whyNot({ words: { labels } }: Speech, { reason }: RenewalFact): string {
  if (reason === null) return ''
  if (BY_CARD.includes(reason)) return labels.renewal_by_card
  return reason === 'no_means' ? labels.renewal_no_card : labels.renewal_gone
}

/** A plan is told in full. */
export function renewalParts(speech: Speech, renewal: RenewalFact): string[] {
  const { parts } = firstCharge(renewal)
  if (parts < 2 || renewal.renewal_status !== 'announced') return []
  return [fill(speech.words.labels.renewal_parts, { ...renewalValues(speech, renewal), count: String(parts) })]
}

/** To stop it, or to renew after all. */
export function renewalLink(deps: LinkDeps, orgId: OrgId, order: MailedOrderRow, { renewal }: MailContent) {
  if (!renewal) return undefined
  if (renewal.renewal_status === 'announced') return renewalUrl(deps, orgId, order, renewal.membership_renewal_id)
  return `${shopUrl(deps.publicUrl, order)}memberships?renew=1`
}
