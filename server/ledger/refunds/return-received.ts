import { randomUUID } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { noteOwedRefunds } from './note-owed.ts'
import { openFullRefund } from './refund-in-full.ts'

type Surplus = { orderId: number | null; amountMinor: number; currency: string; reason: string }

/**
 * Money that came by transfer and pays for nothing: on record as taken, and owed back at once. The buyer is asked for an account by
 * mail, as of any late transfer. Answers with the payment that it is on record as. The caller has locked basket and order.
 */
export async function returnTransferred(orgId: OrgId, tx: Tx, clock: Clock, surplus: Surplus): Promise<number> {
  const { orderId, amountMinor, currency, reason } = surplus
  const now = clock(orgId)
  const key = `surplus_${randomUUID()}`
  const [payment] = await tx<{ payment_id: number }[]>`
    insert into payments (
      org_id, order_id, provider, idempotency_key, payment_method, provider_reference, payment_status, surplus, amount_minor, currency,
      succeeded_at, created_at, changed_at
    )
    values (
      ${orgId}, ${orderId}, 'manual', ${key}, ${TRANSFER_METHOD}, ${key}, 'succeeded', true, ${amountMinor}, ${currency}, ${now}, ${now},
      ${now}
    )
    returning payment_id`
  if (!payment) throw new Error('a payment left no row')
  const { payment_id: paymentId } = payment
  const refundId = await openFullRefund({ orgId, paymentId }, tx, clock, reason)
  if (refundId !== undefined && orderId !== null) await noteOwedRefunds(orgId, tx, now, orderId, [refundId])
  return paymentId
}

type GivenUpTransfer = { paymentId: number; orderId: number }

/** What statements had brought for a transfer that is given up before all of it has come. */
export async function returnReceived(orgId: OrgId, tx: Tx, clock: Clock, given: GivenUpTransfer): Promise<void> {
  const { paymentId, orderId } = given
  const [received] = await tx<{ amount_minor: number; currency: string }[]>`
    select sum(b.amount_minor)::bigint as amount_minor, p.currency
    from bank_line_parts b
    join payments p on p.org_id = ${orgId} and p.payment_id = b.payment_id
    where b.org_id = ${orgId}
      and b.payment_id = ${paymentId}
    group by p.currency`
  if (!received) return
  const { amount_minor: amountMinor, currency } = received
  const reason = 'Only a part of the transfer came.'
  const surplusId = await returnTransferred(orgId, tx, clock, { orderId, amountMinor, currency, reason })
  await tx`
    update bank_line_parts
    set payment_id = ${surplusId}
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
}
