import { createHash } from 'node:crypto'
import type { PaymentProvider, PaymentResult } from './provider.ts'
import { BANK_TRANSFER, TRANSFER_METHOD } from './transfer-rule.ts'

/** How money can change hands without a provider. */
export const manualPaymentMethods = ['cash', 'invoice'] as const

export type ManualPaymentMethod = (typeof manualPaymentMethods)[number]

const isManual = (method: string): method is ManualPaymentMethod =>
  manualPaymentMethods.some((known) => known === method)

/**
 * Cash at the box office and invoices: a person collects the money, and hands it back, so there is no provider to ask and every
 * answer is yes. The payment is on record like any other, and so is what of it was refunded. A transfer that is awaited is on its way until
 * a person, or a statement of the bank, says that it is there.
 */
export const manualProvider: PaymentProvider = {
  name: 'manual',
  takes: () => true,
  async create({ paymentMethod, idempotencyKey }) {
    if (paymentMethod === TRANSFER_METHOD) return stateOf(`${TRANSFER_PREFIX}${digest(idempotencyKey)}`)
    if (!isManual(paymentMethod)) {
      const message = `Paid by hand is ${manualPaymentMethods.join(' or ')}.`
      return { kind: 'declined', code: 'payment_method_invalid', message }
    }
    return { kind: 'succeeded', reference: `${paymentMethod}_${digest(idempotencyKey)}` }
  },
  retrieve: async (_account, reference) => stateOf(reference),
  confirm: async (_account, reference) => stateOf(reference),
  cancel: async (_account, reference) => stateOf(reference),
  refund: async ({ idempotencyKey }) => ({ kind: 'succeeded', reference: `handed_back_${digest(idempotencyKey)}` }),
  retrieveRefund: async (_account, reference) => ({ kind: 'succeeded', reference }),
}

const TRANSFER_PREFIX = 'awaited_transfer_'

const stateOf = (reference: string): PaymentResult =>
  reference.startsWith(TRANSFER_PREFIX)
    ? { kind: 'processing', reference, method: BANK_TRANSFER }
    : { kind: 'succeeded', reference }

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
