import type { Caller } from '../../access/audit/record.ts'
import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { missing } from '../../resources/constraints.ts'
import { isOwnTill, type TillRow, tillColumns } from './till.ts'

/** The open till that staff sell from or pay back from: their own, in this currency. It stays open until they are done. */
export async function shareTill(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { tillId, currency }: { tillId: number; currency?: string },
): Promise<TillRow> {
  const till = await lockTill(orgId, tx, tillId, 'share')
  if (!till) throw missing('till_id')()
  requireOpen(till)
  if (!isOwnTill(till, caller)) {
    throw new ApiError('state_conflict', {
      param: 'till_id',
      message: `The till is ${ownerOf(till)}’s. Open one of your own.`,
    })
  }
  if (currency !== undefined) requireCurrency(till, currency)
  return till
}

/** The open till whose cash is moved or counted: their own, or a colleague's by a right of its own. */
export async function superviseTill(orgId: OrgId, tx: Tx, caller: Caller, tillId: number): Promise<TillRow> {
  const till = await lockTill(orgId, tx, tillId, 'update')
  if (!till) throw new ApiError('resource_missing')
  if (!isOwnTill(till, caller) && !caller.principal.scopes.has('tills:manage')) {
    throw new AccessError('scope_missing', {
      message: `The till is ${ownerOf(till)}’s. Its cash is moved and counted by them, or with the scope tills:manage.`,
    })
  }
  requireOpen(till)
  return till
}

/** A count locks the till, and sales share it: nothing is sold from a drawer that is being counted. */
async function lockTill(orgId: OrgId, tx: Tx, tillId: number, lock: 'share' | 'update'): Promise<TillRow | undefined> {
  const [row] = await tx<TillRow[]>`
    select ${tillColumns(tx)}
    from tills
    where org_id = ${orgId}
      and till_id = ${tillId}
    ${lock === 'share' ? tx`for share` : tx`for update`}`
  return row
}

const ownerOf = (till: TillRow): string => till.opened_by_name ?? 'a colleague'

function requireOpen(till: TillRow): void {
  if (till.till_status === 'closed') throw new ApiError('state_conflict', { message: 'The till is closed.' })
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
