import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { lockPayment } from './lock-payment.ts'
import { openRefund } from './open-refund.ts'
import { findRefund, Refund, type RefundStatus, toRefund } from './refund.ts'
import { requireRefundProof } from './require-refund-proof.ts'

export const retryRefund: Operation<PaymentDeps & SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/refunds/:refund_id/retry',
    {
      config: { scope: 'refunds:manage', needsProof: 'sometimes', effects: ['money_out'] },
      schema: {
        operationId: 'retryRefund',
        summary: 'Retry a refund that the provider refused',
        description: [
          'The answer is a new refund of the same amount; the one that failed stays as it is, and can be retried once. Should the',
          'new one fail too, retry that. For a payment that came on top of what its order was paid by, this is the only way.',
        ].join(' '),
        tags: ['Orders'],
        params: Input({ refund_id: Id() }),
        response: { 201: Refund },
      },
    },
    async (request, reply) => {
      const { orgId, params } = request
      const { clock, sql } = deps
      reply.code(201)
      const open = async (tx: Tx) => {
        const failed = await lockFailed(orgId, tx, params.refund_id)
        const { amount_minor: amountMinor } = failed
        await requireRefundProof(orgId, tx, deps, request.principal, amountMinor)
        const refundId = await openRefund(orgId, tx, clock, {
          paymentId: failed.payment_id,
          orderId: failed.order_id,
          amountMinor,
          reason: failed.reason,
          idempotencyKey: keyAfter(failed.idempotency_key),
        })
        // Where a cancelled event gave it back, its run shows the newest.
        await tx`
          update refund_run_orders
          set refund_id = ${refundId}
          where org_id = ${orgId}
            and refund_id = ${params.refund_id}`
        await record(tx, clock, request, {
          action: 'refund.retried',
          objectType: 'refund',
          objectId: params.refund_id,
          after: { refund_id: refundId, amount_minor: amountMinor },
        })
        return { refund_id: refundId }
      }
      return changeThen({ ...deps, orgId, request, reply }, open, async ({ refund_id }, again) => {
        await carryOutRefund(deps, orgId, refund_id, { again })
        const [row] = await findRefund(orgId, sql, refund_id)
        if (!row) throw new ApiError('internal_error', { cause: new Error('a refund was lost') })
        return toRefund(row)
      })
    },
  )

/**
 * The provider must be asked under another key, or it would give its refusal again. One that follows from the key before is
 * in the table once at most, so that a refund is never retried twice.
 */
export function keyAfter(key: string): string {
  const [, first = key, attempt = '1'] = /^(.+)\.([0-9]+)$/.exec(key) ?? []
  return `${first}.${Number(attempt) + 1}`
}

export const FailedRefundRow = Type.Object({
  payment_id: Type.Integer(),
  order_id: Nullable(Type.Integer({ description: 'null where the payment counts for no order' })),
  refund_status: Type.Unsafe<RefundStatus>({ type: 'string' }),
  idempotency_key: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reason: Nullable(Type.String()),
})
type FailedRefundRow = Static<typeof FailedRefundRow>

/** A failed refund, with its order and its payment locked, in the order in which all transactions do. */
async function lockFailed(orgId: OrgId, tx: Tx, refundId: number): Promise<FailedRefundRow> {
  const [refund] = await tx<FailedRefundRow[]>`
    select r.payment_id, case when p.surplus then null else coalesce(p.order_id, r.order_id) end as order_id, r.refund_status, r.idempotency_key,
      r.amount_minor, p.currency, r.reason
    from refunds r
    join payments p on p.org_id = r.org_id and p.payment_id = r.payment_id
    where r.org_id = ${orgId}
      and p.org_id = ${orgId}
      and r.refund_id = ${refundId}`
  if (!refund) throw new ApiError('resource_missing')
  if (refund.refund_status !== 'failed') throw conflict('Only a refund that has failed can be retried.')
  const { order_id: orderId, payment_id: paymentId } = refund
  const leftMinor = (await lockPayment(orgId, tx, { orderId, paymentId })) ?? 0
  const [retry] = await tx<{ refund_id: number }[]>`
    select refund_id
    from refunds
    where org_id = ${orgId}
      and idempotency_key = ${keyAfter(refund.idempotency_key)}`
  if (retry) throw conflict(`The refund has been retried already, by refund ${retry.refund_id}.`)
  if (leftMinor < refund.amount_minor) {
    const refundable_amount = toMajor(leftMinor, refund.currency)
    const message = `Only ${refundable_amount} ${refund.currency} of what was paid is left to refund.`
    throw new ApiError('state_conflict', { message, refundable_amount })
  }
  return refund
}

const conflict = (message: string) => new ApiError('state_conflict', { message })
