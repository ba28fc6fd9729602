import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import { countMember } from '../../people/membership-catalogue/type-limit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import { findOrderForMessage, findOrdersWithTickets, OrderWithTickets } from '../orders/order.ts'
import type { PaymentDeps } from '../payments/providers.ts'
import { cancelDebts } from './cancel-debts.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { closeTickets } from './close-tickets.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { noteOwedRefunds } from './note-owed.ts'
import { openRefund } from './open-refund.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { findRefund, Refund, toRefund } from './refund.ts'
import { OrderParams } from './refund-order.manage.ts'
import { splitRefund } from './refund-rule.ts'
import { requireRefundProof } from './require-refund-proof.ts'
import { returnCredit } from './return-credit.ts'

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
      config: { scope: 'refunds:manage', needsProof: 'sometimes' },
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
        if (order.status !== 'confirmed') {
          const message =
            order.status === 'pending' ? 'The order is still being paid.' : `The order is ${order.status}.`
          throw new ApiError('state_conflict', { message })
        }
        const { orderId } = order
        const live = await lockLiveTickets(orgId, tx, orderId)
        const { reason = null } = body
        const amountMinor = backOf(order, body)
        await requireRefundProof(request.orgId, tx, deps, request.principal, amountMinor)
        await cancelDebts(orgId, tx, clock, order, { amountMinor: order.owedMinor, reason })
        const refundIds: number[] = []
        const { parts, creditMinor } = splitRefund(order, amountMinor)
        for (const part of parts) refundIds.push(await openRefund(orgId, tx, clock, { ...part, orderId, reason }))
        await noteOwedRefunds(orgId, tx, clock(orgId), orderId, refundIds)
        const [refundId] = refundIds
        await returnCredit(orgId, tx, clock, order, { creditMinor, reason, refundId })
        if (order.hasMemberships) await cancelMembers({ ...deps, orgId, tx, request }, orderId)
        const ticketIds = live.map(({ ticket_id }) => ticket_id)
        if (ticketIds.length > 0)
          await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.cancelled, refundId })
        await tx`
          update orders
          set order_status = 'cancelled', closed_at = ${clock(orgId)}, changed_at = ${clock(orgId)}
          where org_id = ${orgId}
            and order_id = ${orderId}`
        await record(tx, clock, request, {
          action: 'order.cancelled',
          objectType: 'order',
          objectId: orderId,
          before: { order_status: order.status, refunded_minor: order.refundedMinor, owed_minor: order.owedMinor },
          after: {
            order_status: 'cancelled',
            refunded_minor: order.refundedMinor + amountMinor,
            ticket_ids: ticketIds,
            owed_minor: 0,
            ...(refundIds.length === 0 ? {} : { refund_ids: refundIds }),
            reason: body.reason,
          },
        })
        await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
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

/** Fans whom the order made members are none any more; those who have renewed since are what their present order says. */
async function cancelMembers(at: ChangeContext, orderId: number): Promise<void> {
  const { orgId, tx } = at
  const rows = await tx<{ membership_member_id: number }[]>`
    select m.membership_member_id
    from order_lines l
    join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
      and coalesce(m.membership_order_id, l.order_id) = l.order_id
    order by m.membership_member_id`
  for (const { membership_member_id: id } of rows)
    await updateRow(
      members,
      at,
      id,
      async (member) => {
        const columns = statusAfterCancel(member.membership_member_status_id)
        if ('membership_member_status_id' in columns) await countMember(orgId, tx, member.membership_type_id, -1)
        return columns
      },
      'cancelled',
    )
}

function statusAfterCancel(status: number) {
  const after = memberStatusAfter('cancel', status)
  return after === undefined ? {} : { membership_member_status_id: after }
}
