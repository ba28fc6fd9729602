import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { findUnansweredPayment } from '../../payments/payments/open-payment.ts'
import type { PaymentProviderName, PaymentResult } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import { findOrdersWithTickets, OrderWithTickets } from '../../tickets/orders/order.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import type { SettleDeps, SettleNeeds } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'
import { watch } from './watch-payments.ts'

/** Until then the provider is being asked. */
const SETTLED_BY_HAND_MS = 10 * 60_000

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})
const Body = Input({
  outcome: OneOf(['paid', 'failed'], { description: 'what the provider’s own records say of the payment' }),
  reference: Type.Optional(
    Text(255, { description: 'the provider’s, such as pi_…; needed for paid where no answer has ever brought one' }),
  ),
  reason: Type.Optional(Paragraphs(500)),
})

export const settleOrder: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/settle',
    {
      config: { scope: 'orders:manage', needsProof: true, effects: ['owed_less'] },
      schema: {
        operationId: 'settleOrder',
        summary: 'Settle by hand an order whose payment provider gives no answer',
        description: [
          'For a payment that has been open for ten minutes, or that was given up after an hour. paid: the order is confirmed, or',
          'the money is refunded where the places are gone. failed: the payment is called off at the provider where that can be',
          'reached, and the places are free; one that turns out to be paid confirms the order, and money that turns up later is given back.',
        ].join(' '),
        tags: ['Orders'],
        params: Params,
        body: Body,
        response: { 200: OrderWithTickets },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const decide = async (tx: Tx) => {
        const payment = await lockStuck(orgId, tx, deps.clock(orgId), params.order_id)
        const reference = payment.reference ?? body.reference
        if (body.outcome === 'paid' && reference === undefined) {
          throw new ApiError('parameter_missing', { param: 'reference', message: 'reference is missing.' })
        }
        if (reference !== undefined) await refuseKnown(orgId, tx, payment, reference)
        await record(tx, deps.clock, request, {
          action: 'order.settled',
          objectType: 'order',
          objectId: payment.orderId,
          before: { payment_id: payment.paymentId, payment_status: payment.status },
          after: { outcome: body.outcome, reference, reason: body.reason },
        })
        return { order_id: payment.orderId, payment_id: payment.paymentId, reference: reference ?? null }
      }
      const call = { ...deps, orgId, request, reply }
      return changeThen(call, decide, async ({ order_id: orderId, payment_id: paymentId, reference }) => {
        const paid = body.outcome === 'paid' && reference !== null
        const word = paid || reference === null ? undefined : await callOff(deps, orgId, orderId, reference)
        const result = paid ? { kind: 'succeeded' as const, reference } : word?.kind === 'succeeded' ? word : FAILED
        await settlePayment(deps, { orgId, orderId, paymentId }, result).catch(refuseTaken)
        await watch(orgId, deps.sql, paymentId, word !== undefined && !isLast(word))
        const [order] = await findOrdersWithTickets(orgId, deps.sql, [orderId])
        if (!order) throw new Error('an order was lost')
        return order
      })
    },
  )

const FAILED: PaymentResult = {
  kind: 'declined',
  code: 'payment_failed',
  declineCode: 'settled_by_hand',
  message: 'The payment failed.',
}

/** What the provider says to calling the payment off, if it says anything. */
async function callOff({ payments, sql }: SettleDeps, orgId: OrgId, orderId: number, reference: string) {
  const [payment] = await findUnansweredPayment(orgId, sql, orderId)
  if (payment?.provider_reference !== reference) return undefined
  return payments.forStored(payment).cancel(payment.payment_account_id, reference)
}

/** Nothing becomes of the payment after it. */
const isLast = ({ kind }: PaymentResult) => kind === 'succeeded' || kind === 'declined' || kind === 'refused'

/** The order, locked, and its payment, which the provider says nothing about. */
async function lockStuck(orgId: OrgId, tx: Tx, now: Date, given: string) {
  const [order] = await findOrder(orgId, tx, orderIdIn(given))
  if (!order) throw new ApiError('resource_missing')
  const { order_id: orderId } = order
  await lockOrder(orgId, tx, orderId)
  const [payment] = await findUnansweredPayment(orgId, tx, orderId)
  if (!payment) throw new ApiError('state_conflict', { message: 'No payment of the order is open.' })
  const askedMs = payment.created_at.getTime() + SETTLED_BY_HAND_MS - now.getTime()
  if (askedMs > 0) {
    throw new ApiError('state_conflict', {
      message: 'The provider is still being asked: wait until ten minutes have passed.',
      headers: { 'retry-after': String(Math.ceil(askedMs / 1000)) },
    })
  }
  const { payment_id: paymentId, provider, payment_status: status, provider_reference: reference } = payment
  return { orderId, paymentId, provider, status, reference: reference ?? undefined }
}

/** What was collected once pays for one order. */
async function refuseKnown(
  orgId: OrgId,
  tx: Tx,
  { paymentId, provider }: { paymentId: number; provider: PaymentProviderName },
  reference: string,
): Promise<void> {
  const [known] = await tx`
    select 1
    from payments
    where org_id = ${orgId}
      and provider = ${provider}
      and provider_reference = ${reference}
      and payment_id <> ${paymentId}`
  if (known) throw anothers()
}

/** Another order was settled under the same reference meanwhile: the index has the last word. */
function refuseTaken(error: unknown): never {
  throw (error as { constraint_name?: unknown }).constraint_name === 'payments_by_reference' ? anothers() : error
}

const anothers = () =>
  new ApiError('state_conflict', { param: 'reference', message: 'reference is that of another payment.' })
