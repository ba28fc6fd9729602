import type { PaymentIntents } from './payment-intents.ts'

export type Dispute = {
  id: string
  object: 'dispute'
  account: string
  amount: number
  currency: string
  created: number
  charge: string
  payment_intent: string
  reason: string
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost'
  /** Early warnings take no money. */
  is_charge_refundable: boolean
  metadata: Record<string, string>
}

/** What banks take back from a charge, on behalf of its payer. */
export class Disputes {
  readonly all = new Map<string, Dispute>()
  readonly #intents: PaymentIntents
  readonly #clock: () => Date

  constructor(intents: PaymentIntents, clock: () => Date) {
    this.#intents = intents
    this.#clock = clock
  }

  /** A fan disputes a payment: all of it, or so much. */
  open(
    intentId: string,
    {
      amount,
      status = 'needs_response',
      reason = 'fraudulent',
    }: { amount?: number; status?: Dispute['status']; reason?: string } = {},
  ): Dispute {
    const intent = this.#intents.all.get(intentId)
    if (!intent) throw new Error(`no payment ${intentId}`)
    const dispute: Dispute = {
      id: `du_${this.all.size + 1}`,
      object: 'dispute',
      account: intent.account,
      amount: amount ?? intent.amount_received,
      currency: intent.currency,
      created: Math.floor(this.#clock().getTime() / 1000),
      charge: String(intent.latest_charge),
      payment_intent: intent.id,
      reason,
      status,
      is_charge_refundable: status === 'warning_needs_response',
      metadata: {},
    }
    this.all.set(dispute.id, dispute)
    return dispute
  }

  /** The bank has decided. */
  close(id: string, status: 'won' | 'lost'): void {
    const dispute = this.all.get(id)
    if (!dispute) throw new Error(`no dispute ${id}`)
    dispute.status = status
  }

  /** Newest first. */
  list(account: string): Dispute[] {
    return [...this.all.values()].filter((dispute) => dispute.account === account).reverse()
  }
}
