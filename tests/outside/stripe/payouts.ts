import type { Disputes } from './disputes.ts'
import { missing, StripeFault } from './fault.ts'
import { pageOf } from './page-of.ts'
import { PARAMETERS, type Values } from './parameters.ts'
import type { PaymentIntents } from './payment-intents.ts'
import type { Refunds } from './refunds.ts'

type Source = { id: string; object: string; payment_intent?: string | null }

export type BalanceTransaction = {
  id: string
  object: 'balance_transaction'
  account: string
  amount: number
  fee: number
  net: number
  currency: string
  created: number
  type: string
  reporting_category: string
  source: Source
  /** The payout that has taken it along. */
  payout: string | null
}

export type StripePayout = {
  id: string
  object: 'payout'
  account: string
  amount: number
  currency: string
  created: number
  arrival_date: number
  automatic: boolean
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  reconciliation_status: 'completed' | 'in_progress' | 'not_applicable'
  failure_code: string | null
  statement_descriptor: string | null
  trace_id: { status: string; value: string | null } | null
}

type Moved = {
  type: string
  reporting_category?: string
  amount: number
  fee?: number
  source: Source
  currency?: string
  exchanged?: { currency: string; rate: number }
}

/** What Stripe keeps of a charge here: 1.4 % and 25 cents; of a dispute 15.00, which it gives back with one that is won. */
const feeOf = (amount: number) => Math.round((amount * 14) / 1000) + 25
const DISPUTE_FEE = 1500

/** The balance of accounts, and what has gone from it to their banks. */
export class Payouts {
  readonly all = new Map<string, StripePayout>()
  readonly transactions = new Map<string, BalanceTransaction>()
  readonly #of: { intents: PaymentIntents; refunds: Refunds; disputes: Disputes; clock: () => Date }
  /** What has its transaction, by what it is. */
  readonly #booked = new Set<string>()

  constructor(of: { intents: PaymentIntents; refunds: Refunds; disputes: Disputes; clock: () => Date }) {
    this.#of = of
  }

  /** Something that no call of ours has made: a charge of another program, or Stripe's own invoice. */
  add(
    account: string,
    { type, reporting_category = type, amount, fee = 0, source, currency = 'aud', exchanged }: Moved,
  ) {
    const settled = (minor: number) => Math.round(minor * (exchanged?.rate ?? 1))
    const transaction: BalanceTransaction = {
      id: `txn_${this.transactions.size + 1}`,
      object: 'balance_transaction',
      account,
      amount: settled(amount),
      fee: settled(fee),
      net: settled(amount) - settled(fee),
      currency: exchanged?.currency ?? currency,
      created: this.#now(),
      type,
      reporting_category,
      source,
      payout: null,
    }
    this.transactions.set(transaction.id, transaction)
    return transaction
  }

  /** All that has moved and is not paid out goes to the bank. */
  issue(account: string, given: Partial<StripePayout> & { exchanged?: Moved['exchanged'] } = {}): StripePayout {
    const { exchanged, ...changes } = given
    this.#collect(account, exchanged)
    const automatic = changes.automatic ?? true
    const currency = changes.currency ?? exchanged?.currency ?? 'aud'
    const open = [...this.transactions.values()].filter(
      (each) => each.account === account && each.payout === null && each.currency === currency,
    )
    const id = `po_${this.all.size + 1}`
    const payout: StripePayout = {
      id,
      object: 'payout',
      account,
      amount: open.reduce((sum, { net }) => sum + net, 0),
      currency,
      created: this.#now(),
      arrival_date: Math.floor(this.#now() / 86_400) * 86_400,
      automatic,
      status: 'paid',
      reconciliation_status: automatic ? 'completed' : 'not_applicable',
      failure_code: null,
      statement_descriptor: 'HARBOUR CITY',
      trace_id: { status: 'supported', value: `TRACE${this.all.size + 1}` },
      ...changes,
    }
    this.all.set(id, payout)
    for (const each of open) each.payout = id
    const leaving = { type: 'payout', reporting_category: 'payout', amount: -payout.amount, currency }
    this.add(account, { ...leaving, source: { id, object: 'payout' } }).payout = id
    return payout
  }

  /** The bank sends one back: its money is in the balance again. */
  fail(id: string, failure_code = 'account_closed'): void {
    const payout = this.all.get(id)
    if (!payout) throw new Error(`no payout ${id}`)
    Object.assign(payout, { status: 'failed', failure_code })
    const { account, amount, currency } = payout
    const source = { id, object: 'payout' }
    this.add(account, { type: 'payout_failure', reporting_category: 'payout_reversal', amount, currency, source })
  }

  list(account: string, values: Values) {
    const payouts = [...this.all.values()].filter((payout) => payout.account === account).reverse()
    checkPage(payouts, values, 'payout')
    return pageOf('/v1/payouts', payouts, values)
  }

  history(account: string, values: Values) {
    const { payout: id, expand } = values
    const payout = id === undefined ? undefined : this.all.get(String(id))
    if (id !== undefined && payout?.account !== account) throw missing('payout', String(id), 'payout')
    if (payout && !payout.automatic) {
      const message = 'Balance transaction history can only be filtered on automatic transfers, not manual.'
      throw new StripeFault(400, undefined, message, 'payout')
    }
    const listed = [...this.transactions.values()].filter(
      (each) => each.account === account && (payout === undefined || each.payout === payout.id),
    )
    const newest = listed.reverse()
    checkPage(newest, values, 'balance transaction')
    const isExpanded = Array.isArray(expand) && expand.includes('data.source')
    const page = pageOf('/v1/balance_transactions', newest, values)
    return {
      ...page,
      data: page.data.map(({ payout: _, account: __, source, ...shown }) => ({
        ...shown,
        source: isExpanded ? source : source.id,
      })),
    }
  }

  #now = () => Math.floor(this.#of.clock().getTime() / 1000)

  #once(key: string, account: string, moved: Moved): void {
    if (this.#booked.has(key)) return
    this.#booked.add(key)
    this.add(account, moved)
  }

  #collect(account: string, exchanged: Moved['exchanged']): void {
    const { intents, refunds, disputes } = this.#of
    const isOurs = (each: { account: string }) => each.account === account
    for (const { id, amount, currency, status, latest_charge } of [...intents.all.values()].filter(isOurs)) {
      if (status !== 'succeeded') continue
      const charge = { id: String(latest_charge), object: 'charge', payment_intent: id }
      const type = charge.id.startsWith('py_') ? 'payment' : 'charge'
      const moved = { type, reporting_category: 'charge', amount, currency, fee: feeOf(amount), source: charge }
      this.#once(id, account, { ...moved, ...(exchanged ? { exchanged } : {}) })
    }
    for (const { id, amount, currency, status } of [...refunds.all.values()].filter(isOurs)) {
      const source = { id, object: 'refund' }
      if (status === 'succeeded') this.#once(id, account, { type: 'refund', amount: -amount, currency, source })
      if (status === 'failed' && this.#booked.has(id))
        this.#once(`${id} failed`, account, { type: 'refund_failure', amount, currency, source })
    }
    for (const { id, amount, currency, status, charge } of [...disputes.all.values()].filter(isOurs)) {
      if (status === 'warning_needs_response') continue
      const source = { id, object: 'dispute', charge }
      const taken = { type: 'adjustment', currency, source }
      this.#once(id, account, { ...taken, reporting_category: 'dispute', amount: -amount, fee: DISPUTE_FEE })
      if (status === 'won')
        this.#once(`${id} won`, account, {
          ...taken,
          reporting_category: 'dispute_reversal',
          amount,
          fee: -DISPUTE_FEE,
        })
    }
  }
}

/** A page begins behind an object that is there, and has 100 at most. */
function checkPage(items: { id: string }[], { limit = 10, starting_after: after }: Values, object: string): void {
  if (Number(limit) < 1 || Number(limit) > 100)
    throw new StripeFault(400, 'parameter_invalid_integer', 'Invalid limit: must be between 1 and 100', 'limit')
  if (after !== undefined && !items.some(({ id }) => id === after))
    throw missing(object, String(after), 'starting_after')
}

type Call = { account: string; values: Values }

export const payoutRoutes = (payouts: Payouts) => [
  {
    method: 'GET',
    path: /^\/v1\/payouts$/,
    parameters: PARAMETERS.listPayouts,
    run: ({ account, values }: Call) => payouts.list(account, values),
  },
  {
    method: 'GET',
    path: /^\/v1\/balance_transactions$/,
    parameters: PARAMETERS.listBalance,
    run: ({ account, values }: Call) => payouts.history(account, values),
  },
]
