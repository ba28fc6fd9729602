import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { PaymentDeps } from '../payments/providers.ts'
import { refundFromTill } from '../tills/use-till.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { closeTickets } from './close-tickets.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { openRefund } from './open-refund.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { findRefund, Refund, toRefund } from './refund.ts'
import { decideRefund, orderStatusAfterRefund } from './refund-rule.ts'
import { requireRefundProof } from './require-refund-proof.ts'

export const OrderParams = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

const Body = Input({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000_000,
      description:
        'major unit of the currency. Alone: so much back, and the tickets stay valid, unless it is all that is left',
    }),
  ),
  ticket_ids: Type.Optional(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 1000,
      description: 'tickets that are given back. Without amount: for what was paid for them, fees and tax included',
    }),
  ),
  keep_tickets: Type.Optional(
    Type.Boolean({
      description: 'true: no ticket is taken back, also where all that is left goes back; not with ticket_ids',
    }),
  ),
  reason: Type.Optional(Nullable(Paragraphs(500))),
  till_id: Type.Optional(Nullable(Id({ description: 'your open till: the cash goes back over the counter' }))),
})

export const refundOrder: Operation<PaymentDeps & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/refunds',
    {
      config: { scope: 'refunds:manage', needsProof: 'sometimes' },
      schema: {
        operationId: 'refundOrder',
        summary: 'Refund an order, in whole or in part',
        description: [
          'With neither amount nor tickets: everything that is left, and all tickets. Tickets that are given back let nobody in',
          'from that moment, and their places are for sale again. An order is refunded once neither money nor tickets are left of',
          'it; until then it stays confirmed, with refunded_amount. The answer may be pending: the provider’s word comes later,',
          'and order.refunded tells of it. Should the provider refuse, the refund has failed, the money can be refunded anew,',
          'and the tickets stay given back.',
        ].join(' '),
        tags: ['Orders'],
        params: OrderParams,
        body: Body,
        response: { 201: Refund },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      const call = { ...deps, orgId, request, reply }
      const open = async (tx: Tx) => {
        const { clock } = deps
        const order = await lockPaidOrder(orgId, tx, params.order_id)
        const { orderId } = order
        const live = await lockLiveTickets(orgId, tx, orderId)
        const decided = decideRefund(deps.payments, order, live, body)
        const { paymentId, amountMinor, ticketIds } = decided
        await requireRefundProof(request.orgId, tx, deps, request.principal, amountMinor)
        const now = clock()
        const refundId = await openRefund(orgId, tx, {
          paymentId,
          orderId,
          amountMinor,
          reason: body.reason ?? null,
          now,
        })
        const { till_id: tillId } = body
        if (tillId !== undefined && tillId !== null) {
          requireCash(order)
          await refundFromTill(orgId, tx, request, { tillId, refundId, currency: order.currency, now })
        }
        if (ticketIds.length > 0)
          await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.refunded, refundId })
        const status = orderStatusAfterRefund(order, live, decided)
        if (status !== order.status) {
          await tx`
            update orders
            set order_status = ${status}, closed_at = ${now}
            where org_id = ${orgId}
              and order_id = ${orderId}`
        }
        await record(tx, clock, request, {
          action: 'order.refunded',
          objectType: 'order',
          objectId: orderId,
          before: { order_status: order.status, refunded_minor: order.refundedMinor },
          after: {
            order_status: status,
            refunded_minor: order.refundedMinor + amountMinor,
            refund_id: refundId,
            ticket_ids: ticketIds,
            reason: body.reason,
          },
        })
        return { refund_id: refundId }
      }
      return changeThen(call, open, async ({ refund_id }, again) => {
        await carryOutRefund(deps, orgId, refund_id, { again })
        const [row] = await findRefund(orgId, deps.sql, refund_id)
        if (!row) throw new ApiError('internal_error', { cause: new Error('a refund was lost') })
        return toRefund(row)
      })
    },
  )

/** What was paid by card goes back to the card. */
function requireCash({ payment }: PaidOrder): void {
  if (payment?.provider === 'manual') return
  throw new ApiError('state_conflict', {
    param: 'till_id',
    message: 'The order was not paid at the counter: its money goes back where it came from.',
  })
}
