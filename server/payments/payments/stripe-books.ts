import Stripe from 'stripe'
import type { ProviderBooks, ProviderDispute, ProviderRecord, RecordKind } from './provider.ts'
import { fromStripeAmount } from './stripe-amount.ts'
import { inNameOf, type StripeClient } from './stripe-client.ts'

/** The most that Stripe gives at once. */
const PAGE = 100
const PAGES_MAX = 10

type Page = { ids: string[]; records: ProviderRecord[]; oldestUnix: number | undefined; has_more: boolean }

export function createStripeBooks({ stripe, startTime, withinTime }: StripeClient): ProviderBooks {
  const readPage = async (kind: RecordKind, account: string | null, params: Stripe.ChargeListParams): Promise<Page> => {
    if (kind === 'payments') {
      const { data, has_more } = await stripe.charges.list(params, inNameOf(account))
      return toPage(data, data.filter(isCollected).map(toPaymentRecord), has_more)
    }
    const { data, has_more } = await stripe.refunds.list(params, inNameOf(account))
    const succeeded = data.filter(({ status }) => status === 'succeeded')
    return toPage(data, succeeded.map(toRefundRecord), has_more)
  }

  return {
    /** A page that ends within a second leaves that second to the next page, so that none of it is missed. */
    async list(account, kind, { startUnix, endUnix }) {
      const inTime = startTime()
      const records: ProviderRecord[] = []
      let params: Stripe.ChargeListParams = { created: { gte: startUnix, lt: endUnix }, limit: PAGE }
      let oldestUnix = endUnix
      try {
        for (let pages = 0; pages < PAGES_MAX; pages += 1) {
          const page = await inTime(() => readPage(kind, account, params))
          records.push(...page.records)
          const last = page.ids.at(-1)
          if (!page.has_more || last === undefined) return { kind: 'listed', records, sinceUnix: startUnix }
          oldestUnix = page.oldestUnix ?? oldestUnix
          params = { ...params, starting_after: last }
        }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      const sinceUnix = oldestUnix + 1
      if (sinceUnix >= endUnix) return { kind: 'unknown', cause: new Error('more charges in a second than we read') }
      return { kind: 'listed', records: records.filter(({ createdUnix }) => createdUnix >= sinceUnix), sinceUnix }
    },

    async disputes(account, sinceUnix) {
      const inTime = startTime()
      const disputes: ProviderDispute[] = []
      let params: Stripe.DisputeListParams = { created: { gte: sinceUnix }, limit: PAGE }
      try {
        for (let pages = 0; pages < PAGES_MAX; pages += 1) {
          const { data, has_more } = await inTime(() => stripe.disputes.list(params, inNameOf(account)))
          disputes.push(...data.map(toDispute))
          const last = data.at(-1)
          if (!has_more || last === undefined) break
          params = { ...params, starting_after: last.id }
        }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      return { kind: 'listed', disputes }
    },

    async has(account, kind, reference) {
      try {
        const record =
          kind === 'payments'
            ? await withinTime(stripe.paymentIntents.retrieve(reference, {}, inNameOf(account)))
            : await withinTime(stripe.refunds.retrieve(reference, {}, inNameOf(account)))
        return record.status === 'succeeded' ? 'yes' : 'no'
      } catch (error) {
        const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
        return isMissing ? 'no' : 'unknown'
      }
    },
  }
}

const STATES: Partial<Record<Stripe.Dispute.Status, ProviderDispute['state']>> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  warning_closed: 'warning',
  won: 'won',
  lost: 'lost',
}

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const currency = dispute.currency.toUpperCase()
  return {
    reference: dispute.id,
    paymentReference: idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? dispute.id,
    amountMinor: fromStripeAmount(dispute.amount, currency),
    currency,
    state: STATES[dispute.status] ?? 'open',
    reason: dispute.reason,
  }
}

const toPage = (items: { id: string; created: number }[], records: ProviderRecord[], has_more: boolean): Page => ({
  ids: items.map(({ id }) => id),
  records,
  oldestUnix: items.at(-1)?.created,
  has_more,
})

const isCollected = ({ paid, captured, status }: Stripe.Charge) => paid && captured && status === 'succeeded'

const toPaymentRecord = (charge: Stripe.Charge) =>
  recordOf(charge, idOf(charge.payment_intent) ?? charge.id, charge.amount_captured)

const toRefundRecord = (refund: Stripe.Refund) => recordOf(refund, refund.id, refund.amount)

type Moved = Pick<Stripe.Charge | Stripe.Refund, 'payment_intent' | 'currency' | 'created' | 'metadata'>

function recordOf(moved: Moved, reference: string, amount: number): ProviderRecord {
  const currency = moved.currency.toUpperCase()
  const orgId = moved.metadata?.grandstand_org_id
  return {
    reference,
    paymentReference: idOf(moved.payment_intent) ?? reference,
    amountMinor: fromStripeAmount(amount, currency),
    currency,
    createdUnix: moved.created,
    orgId: orgId === undefined ? undefined : Number(orgId),
  }
}

const idOf = (object: string | { id: string } | null) => (typeof object === 'string' ? object : object?.id)
