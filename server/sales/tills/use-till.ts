import { actorOf, type Caller } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { missing } from '../../resources/constraints.ts'
import { findTill, type TillRow, tillIsClosed } from './till.ts'

/** The open till that staff sell from or pay back from: their own, in this currency. It stays open until they are done. */
export async function shareTill(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { tillId, currency }: { tillId: number; currency?: string },
): Promise<TillRow> {
  const till = await findTill(orgId, tx, tillId, 'share')
  if (!till) throw missing('till_id')()
  const { kind, id } = actorOf(caller)
  if (till.till_status === 'closed') throw tillIsClosed()
  if (till.opened_by_kind !== kind || till.opened_by_id !== id) {
    const whose = till.opened_by_name ?? 'a colleague'
    throw new ApiError('state_conflict', { param: 'till_id', message: `The till is ${whose}’s. Open one of your own.` })
  }
  if (currency !== undefined) requireCurrency(till, currency)
  return till
}

/** Its report adds up, in its own currency, whatever is sold from it. */
export function requireCurrency(till: TillRow, currency: string): void {
  if (till.currency === currency) return
  const message = `The till holds ${till.currency}, not ${currency}.`
  throw new ApiError('state_conflict', { param: 'till_id', message })
}

/** Counts an order into the till that it is sold from. */
export async function sellFromTill(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { tillId, orderId, currency, now }: { tillId: number; orderId: number; currency: string; now: Date },
): Promise<void> {
  await shareTill(orgId, tx, caller, { tillId, currency })
  await tx`
    insert into till_orders (org_id, order_id, till_id, created_at)
    values (${orgId}, ${orderId}, ${tillId}, ${now})
    on conflict (org_id, order_id) do nothing`
}

/** Cash that goes back over the counter. */
export async function refundFromTill(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { tillId, refundId, currency, now }: { tillId: number; refundId: number; currency: string; now: Date },
): Promise<void> {
  await shareTill(orgId, tx, caller, { tillId, currency })
  await tx`
    insert into till_refunds (org_id, refund_id, till_id, created_at)
    values (${orgId}, ${refundId}, ${tillId}, ${now})`
}

/** Cash for a debt, put into the drawer. */
export async function receiveInTill(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { tillId, paymentId, currency, now }: { tillId: number; paymentId: number; currency: string; now: Date },
): Promise<void> {
  await shareTill(orgId, tx, caller, { tillId, currency })
  await tx`
    insert into till_payments (org_id, payment_id, till_id, created_at)
    values (${orgId}, ${paymentId}, ${tillId}, ${now})`
}
