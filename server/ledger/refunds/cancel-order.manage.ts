import { type Static, Type } from 'typebox'
import { actorOf } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import { invalid } from '../../resources/constraints.ts'
import { findOrdersWithTickets, OrderWithTickets } from '../../tickets/orders/order.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { closeOrder, requireConfirmed } from './close-order.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { findRefund, Refund, toRefund } from './refund.ts'
import { OrderParams } from './refund-order.manage.ts'
import { requireRefundProof } from './require-refund-proof.ts'

const Body = Input({
  refund: Type.Boolean({
    default: false,
    description: 'give back all that is left of what was paid; of memberships, the amount',
  }),
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000_000,
      description: 'with refund: give back so much of it, in the major unit of the currency',
    }),
  ),
  reason: Type.Optional(Nullable(Paragraphs(500))),
})

const Reply = Type.Object(
  {
    order: OrderWithTickets,
    refund: Type.Union([Refund, Type.Null()], {
      description: 'null when nothing was asked for, or nothing had been paid',
    }),
  },
  { title: 'CancelledOrder' },
)

export const cancelOrder: Operation<PaymentDeps & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/cancel',
    {
      config: { scope: 'refunds:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less'] },
      schema: {
        operationId: 'cancelOrder',
        summary: 'Cancel an order',
        description: [
          'A confirmed order only. Its tickets let no one in from that moment, and their places are for sale again; members whom it',
          'was for are cancelled. What is still owed need not be paid any more. The money that was paid stays unless refund says',
          'otherwise; it can be refunded later too. There is no way back.',
        ].join(' '),
        tags: ['Orders'],
        params: OrderParams,
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const { clock, sql } = deps
      const call = { ...deps, orgId, request, reply }
      const cancel = async (tx: Tx) => {
        const order = await lockPaidOrder(orgId, tx, params.order_id)
        requireConfirmed(order)
        const { orderId } = order
        const live = await lockLiveTickets(orgId, tx, orderId)
        const { reason = null } = body
        const amountMinor = backOf(order, body)
        await requireRefundProof(request.orgId, tx, deps, request.principal, amountMinor + order.owedMinor)
        const by = { orgId, tx, clock, actor: actorOf(request) }
        const refundIds = await closeOrder(by, order, live, { amountMinor, reason })
        return { order_id: orderId, refund_ids: refundIds }
      }
      return changeThen(call, cancel, async ({ order_id, refund_ids }, again) => {
        for (const id of refund_ids) await carryOutRefund(deps, orgId, id, { again })
        const [order] = await findOrdersWithTickets(orgId, sql, [order_id])
        if (!order) throw new Error('an order was lost')
        const [first] = refund_ids
        const [refund] = first === undefined ? [] : await findRefund(orgId, sql, first)
        return { order, refund: refund ? toRefund(refund) : null }
      })
    },
  )

/** What goes back: all that was paid, or as much as staff say. Only they know what a membership is still worth. */
function backOf(order: PaidOrder, { refund, amount }: Static<typeof Body>): number {
  if (!refund) return 0
  const leftMinor = order.leftMinor + order.credit.leftMinor
  if (amount === undefined) {
    if (order.hasMemberships && leftMinor > 0)
      throw new ApiError('state_conflict', {
        param: 'amount',
        message: 'What goes back of a membership is for you to say: send an amount.',
      })
    return leftMinor
  }
  const minor = toMinor(amount, order.currency)
  if (minor === undefined) throw invalid('amount', `amount is finer than ${order.currency} allows.`)()
  if (minor <= leftMinor) return minor
  const refundable_amount = toMajor(leftMinor, order.currency)
  const message = `Only ${refundable_amount} ${order.currency} of what was paid is left to refund.`
  throw new ApiError('state_conflict', { param: 'amount', message, refundable_amount })
}
