import type Stripe from 'stripe'
import type {
  PayoutMovementKind,
  PayoutStatus,
  ProviderMovement,
  ProviderPayout,
  ProviderPayouts,
} from './provider-payouts.ts'
import { fromStripeAmount } from './stripe-amount.ts'
import { inNameOf, type StripeClient } from './stripe-client.ts'

/** The most that Stripe gives at once. */
const PAGE = 100
const PAGES_MAX = 20

export function createStripePayouts({ stripe, startTime, withinTime }: StripeClient): ProviderPayouts {
  return {
    async list(account, sinceUnix) {
      const inTime = startTime()
      const payouts: ProviderPayout[] = []
      let params: Stripe.PayoutListParams = { created: { gte: sinceUnix }, limit: PAGE }
      try {
        for (let pages = 0; pages < PAGES_MAX; pages += 1) {
          const { data, has_more } = await inTime(() => stripe.payouts.list(params, inNameOf(account)))
          payouts.push(...data.map(toPayout))
          const last = data.at(-1)
          if (!has_more || last === undefined) return { kind: 'listed', payouts, isWhole: true }
          params = { ...params, starting_after: last.id }
        }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      return { kind: 'listed', payouts, isWhole: false }
    },

    async movements(account, payout, after) {
      const params = {
        payout,
        limit: PAGE,
        expand: ['data.source'],
        ...(after === null ? {} : { starting_after: after }),
      }
      try {
        const { data, has_more } = await withinTime(stripe.balanceTransactions.list(params, inNameOf(account)))
        // The list has what went to the bank as well.
        const within = data.filter(({ type, source }) => type !== 'payout' || idOf(source) !== payout)
        return { kind: 'listed', movements: within.map(toMovement), last: has_more ? data.at(-1)?.id : undefined }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
    },
  }
}

const STATUSES: Record<string, PayoutStatus> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

const LISTED: Record<string, ProviderPayout['isListed']> = { completed: 'ready', not_applicable: 'never' }

function toPayout(payout: Stripe.Payout): ProviderPayout {
  const currency = payout.currency.toUpperCase()
  return {
    reference: payout.id,
    status: STATUSES[payout.status] ?? 'pending',
    amountMinor: fromStripeAmount(payout.amount, currency),
    currency,
    isAutomatic: payout.automatic,
    isListed: payout.automatic ? (LISTED[payout.reconciliation_status] ?? 'waiting') : 'never',
    issuedAt: new Date(payout.created * 1000),
    // Midnight in UTC of the day.
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    statementText: payout.statement_descriptor || null,
    traceReference: payout.trace_id?.value || null,
    failureCode: payout.failure_code,
  }
}

/** By Stripe's type of a balance transaction; what is not here is looked at by its category. */
const KINDS: Partial<Record<string, PayoutMovementKind>> = {
  charge: 'payment',
  payment: 'payment',
  payment_failure_refund: 'payment_returned',
  payment_reversal: 'payment_returned',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_returned',
  payout_failure: 'payout_returned',
  payout_cancel: 'payout_returned',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  reserve_transaction: 'reserve',
  reserved_funds: 'reserve',
  reserve_hold: 'reserve',
  reserve_release: 'reserve',
  payout_minimum_balance_hold: 'reserve',
  payout_minimum_balance_release: 'reserve',
}

/** An adjustment says with its category what it adjusts. */
const CATEGORIES: Partial<Record<string, PayoutMovementKind>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
  refund_failure: 'refund_returned',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  risk_reserved_funds: 'reserve',
}

function toMovement(transaction: Stripe.BalanceTransaction): ProviderMovement {
  const currency = transaction.currency.toUpperCase()
  const kind = KINDS[transaction.type] ?? CATEGORIES[transaction.reporting_category] ?? 'other'
  const amountMinor = fromStripeAmount(transaction.amount, currency)
  const feeMinor = fromStripeAmount(transaction.fee, currency)
  return {
    reference: transaction.id,
    kind,
    providerKind: transaction.reporting_category,
    sourceReference: sourceOf(transaction.source),
    movedAt: new Date(transaction.created * 1000),
    // What is a fee and nothing else is one here, too.
    ...(kind === 'fee' ? { amountMinor: 0, feeMinor: feeMinor - amountMinor } : { amountMinor, feeMinor }),
    currency,
  }
}

/** Our rows know a payment by its PaymentIntent, and everything else by its own id. */
function sourceOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return source
  if (source.object !== 'charge') return source.id
  return idOf(source.payment_intent) ?? source.id
}

const idOf = (object: string | { id: string } | null) => (typeof object === 'string' ? object : object?.id)
