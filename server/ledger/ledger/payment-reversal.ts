import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

export const reversalKinds = ['returned', 'dispute_opened', 'dispute_won', 'provider_refund', 'mistake'] as const
export type ReversalKind = (typeof reversalKinds)[number]

export const PaymentReversal = Type.Object(
  {
    payment_reversal_id: Type.Integer(),
    payment_id: Type.Integer(),
    debt_id: Type.Integer({ description: 'what is owed because of it' }),
    order_id: Nullable(Type.Integer()),
    kind: OneOf([...reversalKinds]),
    amount: Type.Number({ description: 'major unit of the currency; below zero: a dispute that was won' }),
    currency: Type.String({ description: 'ISO 4217' }),
    reference: Nullable(Type.String({ description: 'of the dispute or the refund, at the provider' })),
    reason: Nullable(Type.String()),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'PaymentReversal' },
)

type NewReversal = {
  paymentId: number
  debtId: number
  orderId: number | null
  kind: ReversalKind
  /** Below zero of a dispute that was won. */
  amountMinor: number
  currency: string
  reference: string | null
  reason: string | null
}

/** Money that came back, on record on its day, with the payment's sum beside it; webhook endpoints are told. The caller has locked the payment. */
export async function writeReversal(orgId: OrgId, tx: Tx, clock: Clock, reversal: NewReversal): Promise<void> {
  const now = clock(orgId)
  const { paymentId, debtId, orderId, kind, amountMinor, currency, reference, reason } = reversal
  const [row] = await tx<{ payment_reversal_id: number }[]>`
    insert into payment_reversals (org_id, payment_id, debt_id, kind, amount_minor, reference, reason, created_at)
    values (${orgId}, ${paymentId}, ${debtId}, ${kind}, ${amountMinor}, ${reference}, ${reason}, ${now})
    returning payment_reversal_id`
  if (!row) throw new Error('a reversal left no row')
  await tx`
    update payments
    set reversed_minor = reversed_minor + ${amountMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  const payment_reversal = {
    payment_reversal_id: row.payment_reversal_id,
    payment_id: paymentId,
    debt_id: debtId,
    order_id: orderId,
    kind,
    amount: toMajor(amountMinor, currency),
    currency,
    reference,
    reason,
    created: unixSeconds(now),
  } satisfies Static<typeof PaymentReversal>
  await publish(orgId, tx, clock, 'payment.reversed', { payment_reversal })
}
