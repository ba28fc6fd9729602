import { Type } from 'typebox'
import { actorOf } from '../../access/audit/record.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { drawReceiptsOf } from '../../payments/tills/draw-receipts.ts'
import { signTill } from '../../payments/tills/sign-till.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { lockLiveTickets } from './live-tickets.ts'
import { lockPaidOrder, type PaidOrder } from './paid-order.ts'
import { payOutDebt } from './pay-out-debt.ts'
import { findRefund, Refund, toRefund } from './refund.ts'
import { decideRefund, type RefundPart } from './refund-rule.ts'
import { requireRefundProof } from './require-refund-proof.ts'
import { writeRefund } from './write-refund.ts'

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
  refund_request_id: Type.Optional(
    Id({ description: 'the buyer’s request that this answers, in whole or in part: it is accepted with the refund' }),
  ),
  till_id: Type.Optional(Nullable(Id({ description: 'your open till: the cash goes back over the counter' }))),
})

const CancelledDebt = Type.Object(
  {
    order_id: Type.Integer(),
    cancelled_amount: Type.Number({ description: 'of what was owed, and need not be paid any more' }),
    credited_amount: Type.Number({ description: 'paid by credit, and credited again' }),
    currency: Type.String({ description: 'ISO 4217' }),
    ticket_ids: Type.Array(Type.Integer(), { description: 'tickets that were given back with it' }),
  },
  { title: 'CancelledDebt', description: 'No money goes back: what was owed is cancelled, or credit returned.' },
)

export const refundOrder: Operation<PaymentDeps & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/refunds',
    {
      config: { scope: 'refunds:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less'] },
      schema: {
        operationId: 'refundOrder',
        summary: 'Refund an order, in whole or in part',
        description: [
          'With neither amount nor tickets: everything that is left, and all tickets. Tickets that are given back let no one in',
          'from that moment, and their places are for sale again. An order is refunded once neither money nor tickets are left of',
          'it; until then it stays confirmed, with refunded_amount. What is still owed is cancelled first, and no more goes back than',
          'was paid: where that is nothing, the answer is 202 and says so. Cash and transfers become a debt of yours, unless a till is',
          'named, and are pending until it is paid out. The answer may be pending for cards too: the provider’s word comes later,',
          'and order.refunded tells of it. Should the provider refuse, the refund has failed, the money can be refunded anew,',
          'and the tickets stay given back. Where several payments are given back, the answer is the first of their refunds.',
        ].join(' '),
        tags: ['Orders'],
        params: OrderParams,
        body: Body,
        response: { 201: Refund, 202: CancelledDebt },
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
        const { parts, creditMinor, refundedMinor, cancelledMinor, ticketIds } = decided
        const { reason = null, till_id: tillId = null } = body
        await requireRefundProof(request.orgId, tx, deps, request.principal, refundedMinor + cancelledMinor)
        if (tillId !== null) requireCash(order, parts)
        const payOut = (refundIds: number[]) => payOutFromTill({ orgId, tx, clock, request }, refundIds, tillId)
        const refundIds = await writeRefund({ orgId, tx, clock, actor: actorOf(request) }, order, live, decided, {
          reason,
          requestId: body.refund_request_id,
          payOut,
        })
        const cancelled_amount = toMajor(cancelledMinor, order.currency)
        const credited_amount = toMajor(creditMinor, order.currency)
        return {
          refund_ids: refundIds,
          order_id: orderId,
          cancelled_amount,
          credited_amount,
          currency: order.currency,
          ticket_ids: ticketIds,
        }
      }
      return changeThen(call, open, async ({ refund_ids, ...cancelled }, again) => {
        await signTill(deps, orgId, body.till_id ?? null)
        const [refundId] = refund_ids
        if (refundId === undefined) {
          reply.code(202)
          return cancelled
        }
        for (const id of refund_ids) await carryOutRefund(deps, orgId, id, { again })
        const [row] = await findRefund(orgId, deps.sql, refundId)
        if (!row) throw new ApiError('internal_error', { cause: new Error('a refund was lost') })
        return toRefund(row)
      })
    },
  )

/** What was paid by card goes back to the card. */
function requireCash({ payments }: PaidOrder, parts: RefundPart[]): void {
  const given = new Set(parts.map(({ paymentId }) => paymentId))
  if (given.size > 0 && payments.every(({ paymentId, provider }) => !given.has(paymentId) || provider === 'manual'))
    return
  throw new ApiError('state_conflict', {
    param: 'till_id',
    message: 'The order was not paid at the counter: its money goes back where it came from.',
  })
}

/** Over the counter, at once: what the club owes for a moment is paid from the drawer. */
async function payOutFromTill(
  at: Parameters<typeof payOutDebt>[0],
  refundIds: number[],
  tillId: number | null,
): Promise<void> {
  if (tillId === null) return
  const rows = await at.tx<{ debt_id: number }[]>`
    select debt_id
    from debts
    where org_id = ${at.orgId}
      and refund_id = any (${refundIds}::bigint[])`
  const debts = await lockDebts(
    at.orgId,
    at.tx,
    rows.map(({ debt_id }) => debt_id),
  )
  for (const debt of debts) await payOutDebt(at, debt, { way: 'cash', reference: null, tillId })
  await drawReceiptsOf(at.orgId, at.tx, at.clock(at.orgId), tillId)
}
