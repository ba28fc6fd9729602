import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { PaymentProviderName, RefundResult } from '../../payments/payments/provider.ts'
import type { Payments } from '../../payments/payments/providers.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { RefundStatus } from './refund.ts'
import { settleRefund } from './settle-refund.ts'

export type RefundDeps = { sql: Sql; clock: Clock; payments: Payments }

export const AskableRefundRow = Type.Object({
  refund_id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  refund_status: Type.Unsafe<RefundStatus>({ type: 'string' }),
  idempotency_key: Type.String(),
  amount_minor: Type.Integer(),
  refund_reference: Nullable(Type.String()),
  provider: Type.Unsafe<PaymentProviderName>({ type: 'string' }),
  payment_account_id: Nullable(Type.String()),
  payment_reference: Nullable(Type.String()),
  currency: Type.String(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
type AskableRefundRow = Static<typeof AskableRefundRow>

/**
 * Asks the provider for a refund that is written down, and settles what it answers. `again` says that a process may have
 * asked before. It may be called any number of times. One that has failed is never asked for again, which might make it
 * succeed after all; one that has succeeded is looked at once more by `recheck`, because the provider says that something
 * happened.
 */
export async function carryOutRefund(
  deps: RefundDeps,
  orgId: OrgId,
  refundId: number,
  { again, recheck = false }: { again: boolean; recheck?: boolean },
): Promise<void> {
  const [refund] = await findAskable(orgId, deps.sql, refundId)
  if (!refund) throw new Error('there is no such refund')
  // What is owed is paid out by hand.
  if (refund.refund_status === 'failed' || refund.refund_status === 'owed') return
  if (refund.refund_status === 'succeeded' && !recheck) return
  const result = await ask(deps.payments, orgId, refund, again)
  await settleRefund(deps, orgId, { refundId, orderId: refund.order_id }, result)
}

function ask(payments: Payments, orgId: OrgId, refund: AskableRefundRow, again: boolean): Promise<RefundResult> {
  const provider = payments.byName(refund.provider)
  const account = refund.payment_account_id
  if (refund.refund_reference !== null) return provider.retrieveRefund(account, refund.refund_reference)
  return provider.refund({
    account,
    reference: refund.payment_reference ?? '',
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    idempotencyKey: refund.idempotency_key,
    createdAt: refund.created_at,
    orgId,
    again,
  })
}

const findAskable = (orgId: OrgId, sql: Db, refundId: number) => sql<AskableRefundRow[]>`
  select r.refund_id, case when p.surplus then null else coalesce(p.order_id, r.order_id) end as order_id, r.refund_status, r.idempotency_key, r.amount_minor,
    r.provider_reference as refund_reference, p.provider, p.payment_account_id,
    p.provider_reference as payment_reference, p.currency, r.created_at
  from refunds r
  join payments p on p.org_id = r.org_id and p.payment_id = r.payment_id
  where r.org_id = ${orgId}
    and p.org_id = ${orgId}
    and r.refund_id = ${refundId}`
