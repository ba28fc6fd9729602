import { checkAmount } from './amounts.ts'
import { missing, StripeFault } from './fault.ts'
import type { Values } from './parameters.ts'
import type { PaymentIntents } from './payment-intents.ts'

export type Refund = {
  id: string
  object: 'refund'
  account: string
  amount: number
  currency: string
  created: number
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failure_reason?: string
  metadata: Record<string, string>
}

export class Refunds {
  readonly all = new Map<string, Refund>()
  readonly #intents: PaymentIntents
  readonly #clock: () => Date

  constructor(intents: PaymentIntents, clock: () => Date) {
    this.#intents = intents
    this.#clock = clock
  }

  create(account: string, values: Values): Refund {
    const intent = this.#intents.find(account, String(values.payment_intent))
    if (intent.status !== 'succeeded') {
      throw new StripeFault(400, 'charge_not_refundable', `${intent.id} does not have a successful charge to refund.`)
    }
    const left = intent.amount_received - this.refunded(intent.id)
    const amount = values.amount === undefined ? left : Number(values.amount)
    if (left === 0) throw new StripeFault(400, 'charge_already_refunded', `${intent.id} has already been refunded.`)
    if (amount < 1 || amount > left) {
      throw new StripeFault(
        400,
        undefined,
        `Refund amount (${amount}) is greater than unrefunded amount (${left})`,
        'amount',
      )
    }
    checkAmount(amount, intent.currency)
    const refund: Refund = {
      id: `re_${this.all.size + 1}`,
      object: 'refund',
      account,
      amount,
      currency: intent.currency,
      created: Math.floor(this.#clock().getTime() / 1000),
      payment_intent: intent.id,
      status: intent.payment_method === 'pm_card_pendingRefund' ? 'pending' : 'succeeded',
      metadata: (values.metadata ?? {}) as Record<string, string>,
    }
    if (intent.payment_method === 'pm_card_refundFail') {
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    }
    this.all.set(refund.id, refund)
    return refund
  }

  find(account: string, id: string): Refund {
    const refund = this.all.get(id)
    if (!refund || refund.account !== account) throw missing('refund', id, 'id')
    return refund
  }

  /** Newest first; of one payment, or of all. */
  list(account: string, intentId: string | undefined): Refund[] {
    const found = [...this.all.values()].filter((refund) => refund.account === account)
    return found.filter((refund) => intentId === undefined || refund.payment_intent === intentId).reverse()
  }

  /** The bank has taken its time. */
  finish(id: string, status: 'succeeded' | 'failed'): void {
    const refund = this.all.get(id)
    if (!refund) throw new Error(`no refund ${id}`)
    Object.assign(refund, { status, ...(status === 'failed' ? { failure_reason: 'declined' } : {}) })
  }

  /** What has been given back, or is on its way. */
  refunded(intentId: string): number {
    const live = [...this.all.values()].filter(({ status }) => status !== 'failed' && status !== 'canceled')
    return live.filter((refund) => refund.payment_intent === intentId).reduce((sum, { amount }) => sum + amount, 0)
  }
}
