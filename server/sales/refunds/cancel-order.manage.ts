import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrderForMessage, findOrdersWithTickets, OrderWithTickets } from '../orders/order.ts'
import type { PaymentDeps } from '../payments/providers.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { closeTickets } from './close-tickets.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { openRefund } from './open-refund.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { findRefund, Refund, toRefund } from './refund.ts'
import { OrderParams } from './refund-order.manage.ts'
import { requireRefundProof } from './require-refund-proof.ts'

const Body = Input({
  refund: Type.Boolean({ default: false, description: 'give back all that is left of what was paid' }),
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
      config: { scope: 'refunds:manage', needsProof: 'sometimes' },
      schema: {
        operationId: 'cancelOrder',
        summary: 'Cancel an order',
        description: [
          'A confirmed order only. Its tickets let nobody in from that moment, and their places are for sale again. The money',
          'stays unless refund says otherwise; it can be refunded later too. There is no way back.',
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
        if (order.status !== 'confirmed') {
          const message =
            order.status === 'pending' ? 'The order is still being paid.' : `The order is ${order.status}.`
          throw new ApiError('state_conflict', { message })
        }
        const { orderId } = order
        const live = await lockLiveTickets(orgId, tx, orderId)
        const amountMinor = body.refund ? (order.payment?.leftMinor ?? 0) : 0
        await requireRefundProof(request.orgId, tx, deps, request.principal, amountMinor)
        const refundId = await refundOf(orgId, tx, order, { amountMinor, reason: body.reason ?? null, now: clock() })
        const ticketIds = live.map(({ ticket_id }) => ticket_id)
        if (ticketIds.length > 0)
          await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.cancelled, refundId })
        await tx`
          update orders
          set order_status = 'cancelled', closed_at = ${clock()}, changed_at = ${clock()}
          where org_id = ${orgId}
            and order_id = ${orderId}`
        await record(tx, clock, request, {
          action: 'order.cancelled',
          objectType: 'order',
          objectId: orderId,
          before: { order_status: order.status, refunded_minor: order.refundedMinor },
          after: {
            order_status: 'cancelled',
            refunded_minor: order.refundedMinor + amountMinor,
            ticket_ids: ticketIds,
            ...(refundId === undefined ? {} : { refund_id: refundId }),
            reason: body.reason,
          },
        })
        await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
        return { order_id: orderId, refund_id: refundId ?? null }
      }
      return changeThen(call, cancel, async ({ order_id, refund_id }, again) => {
        if (refund_id !== null) await carryOutRefund(deps, orgId, refund_id, { again })
        const [shown] = await findOrdersWithTickets(orgId, sql, [order_id])
        if (!shown) throw new Error('an order was lost')
        const [refund] = refund_id === null ? [] : await findRefund(orgId, sql, refund_id)
        return { order: shown, refund: refund ? toRefund(refund) : null }
      })
    },
  )

type Amount = { amountMinor: number; reason: string | null; now: Date }

const refundOf = async (orgId: Parameters<typeof openRefund>[0], tx: Tx, order: PaidOrder, amount: Amount) =>
  order.payment && amount.amountMinor > 0
    ? openRefund(orgId, tx, { paymentId: order.payment.paymentId, orderId: order.orderId, ...amount })
    : undefined
