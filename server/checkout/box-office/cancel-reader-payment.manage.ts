import type { FastifyRequest } from 'fastify'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { askAgain, underWayFor } from '../../payments/payments/ask-again.ts'
import { findOpenPayment } from '../../payments/payments/open-payment.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { SettleDeps, SettleNeeds } from '../answers/settle-deps.ts'
import { settlePayment } from '../answers/settle-payment.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { findReaderPayment, ReaderPayment, readReaderPayment } from './reader-payment.ts'

const path = '/v1/manage/orders/:order_id/reader_payment'

const Params = Input({ order_id: Id() })

export const cancelReaderPayment: Operation<SettleNeeds> = (app, deps) =>
  app.post(
    `${path}/cancel`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'cancelReaderPayment',
        summary: 'Take an order back from a reader',
        description:
          'Its places are free at once. Where the card was quicker it is paid, and where the provider does not answer it is unknown: ask again.',
        tags: ['Box office'],
        params: Params,
        response: { 200: ReaderPayment },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      return resumable(
        { ...deps, orgId, request, reply },
        ({ status }) => status === 'paid' || status === 'cancelled' || status === 'expired',
        () => takeBack(deps, request, { orgId, orderId: params.order_id }),
      )
    },
  )

/** Called off at the provider first: the places are free once it can no longer be paid, and not before. */
async function takeBack(
  deps: SettleDeps,
  request: FastifyRequest,
  { orgId, orderId }: { orgId: OrgId; orderId: number },
): Promise<ReaderPayment> {
  const { basket_id: basketId } = await findReaderPayment(orgId, deps.sql, orderId)
  const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
  if (payment) {
    const underWayMs = underWayFor(payment, deps.clock(orgId))
    if (underWayMs > 0) throw stillSending(underWayMs)
    const { payment_id: paymentId, payment_account_id: account, provider_reference: reference } = payment
    const result =
      reference === null
        ? await askAgain(deps, orgId, orderId, payment)
        : await deps.payments.forStored(payment).cancel(account, reference)
    await settlePayment(deps, { orgId, orderId, paymentId }, result)
  }
  if (basketId !== null) await closeOpen(deps, request, { orgId, orderId, basketId })
  return readReaderPayment(orgId, deps.sql, deps.clock(orgId), orderId)
}

const stillSending = (ms: number) =>
  new ApiError('state_conflict', {
    message: 'It is being sent to the reader.',
    headers: { 'retry-after': String(Math.ceil(ms / 1000)) },
  })

const closeOpen = (
  { sql, clock }: SettleDeps,
  request: FastifyRequest,
  { orgId, orderId, basketId }: { orgId: OrgId; orderId: number; basketId: string },
) =>
  sql.begin(async (tx) => {
    await lockBaskets(orgId, tx, [basketId])
    const [open] = await tx`
      select 1 as one
      from baskets
      where org_id = ${orgId}
        and basket_id = ${basketId}
        and basket_status = 'open'`
    if (!open) return
    await closeBaskets(orgId, tx, clock, [basketId], 'abandoned')
    await record(tx, clock, request, {
      action: 'order.taken_from_reader',
      objectType: 'order',
      objectId: orderId,
    })
  })
