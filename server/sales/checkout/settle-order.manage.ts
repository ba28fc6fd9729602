import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { findOrdersWithTickets, OrderWithTickets } from '../orders/order.ts'
import { orderIdIn } from '../orders/order-id.ts'
import { findOrder } from '../orders/retrieve-order.ts'
import type { PaymentProviderName, PaymentResult } from '../payments/provider.ts'
import { findOpenPayment } from './resume-checkout.ts'
import { settlePayment } from './settle-payment.ts'
import { OPEN_MAX_MS } from './stuck-payments.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})
const Body = Input({
  outcome: OneOf(['paid', 'failed'], { description: 'what the provider’s own records say of the payment' }),
  reference: Type.Optional(
    Text(255, { description: 'the provider’s, such as pi_…; needed for paid where no answer has ever brought one' }),
  ),
  reason: Type.Optional(Text(500)),
})

export const settleOrder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/settle',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'settleOrder',
        summary: 'Settle by hand an order whose payment provider gives no answer',
        description: [
          'For a payment that has been open for a day, as when the account was disconnected at the provider. paid: the order is',
          'confirmed, or the money is refunded where the places are gone. failed: the payment is over, and the places are free;',
          'should the money turn up after all, it is given back.',
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
        const payment = await lockStuck(orgId, tx, deps.clock(), params.order_id)
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
        const result = paid ? { kind: 'succeeded' as const, reference } : FAILED
        await settlePayment(deps, { orgId, orderId, paymentId }, result).catch(refuseTaken)
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

/** The order, locked, and its payment, which nobody but the provider could say anything about for a day. */
async function lockStuck(orgId: OrgId, tx: Tx, now: Date, given: string) {
  const [order] = await findOrder(orgId, tx, orderIdIn(given))
  if (!order) throw new ApiError('resource_missing')
  const { order_id: orderId } = order
  await lockOrder(orgId, tx, orderId)
  const [payment] = await findOpenPayment(orgId, tx, orderId)
  if (!payment) throw new ApiError('state_conflict', { message: 'No payment of the order is open.' })
  if (payment.created_at.getTime() > now.getTime() - OPEN_MAX_MS) {
    throw new ApiError('state_conflict', { message: 'The provider is still being asked: wait until a day has passed.' })
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
