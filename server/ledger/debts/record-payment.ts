import { randomUUID } from 'node:crypto'
import { actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { drawReceiptsOf } from '../../payments/tills/draw-receipts.ts'
import { receiveInTill } from '../../payments/tills/use-till.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import type { LockedDebt } from '../ledger/lock-debts.ts'
import { settleDebt } from '../ledger/settle-debt.ts'

/** How money comes to the organisation without a provider. */
export const recordedMethods = ['cash', 'transfer', 'card', 'cheque', 'other'] as const
export type RecordedMethod = (typeof recordedMethods)[number]

export type DebtPart = { debt: LockedDebt; amountMinor: number }

type Recorded = {
  paymentMethod: RecordedMethod | null
  reference: string | null
  tillId: number | null
}

/**
 * Money that staff have received for debts of fans: one payment, on record like any other, so that takings and books have it. The
 * debts are locked, and each part is no more than is open.
 */
export async function recordPayment(at: ChangeContext, parts: DebtPart[], recorded: Recorded): Promise<number> {
  const { orgId, tx, clock, request } = at
  const { tillId, ...stored } = recorded
  const { name: actorName = null } = actorOf(request)
  const paymentId = await storeRecorded(orgId, tx, clock, parts, { ...stored, actorName })
  const currency = parts[0]?.debt.currency ?? ''
  if (tillId !== null) await receiveInTill(orgId, tx, request, { tillId, paymentId, currency, now: clock(orgId) })
  if (tillId !== null) await drawReceiptsOf(orgId, tx, clock(orgId), tillId)
  return paymentId
}

/** The same of money that has come by itself, as a bank's statement tells. */
export async function storeRecorded(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  parts: DebtPart[],
  recorded: Omit<Recorded, 'tillId'> & { actorName: string | null },
): Promise<number> {
  const now = clock(orgId)
  const currency = parts[0]?.debt.currency
  if (currency === undefined) throw new Error('a payment for nothing')
  const amountMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0)
  const [payment] = await tx<{ payment_id: number }[]>`
    insert into payments (
      org_id, provider, idempotency_key, payment_method, payment_status, amount_minor, currency, succeeded_at, created_at, changed_at
    )
    values (
      ${orgId}, 'manual', ${`recorded_${randomUUID()}`}, ${recorded.paymentMethod}, 'succeeded', ${amountMinor}, ${currency}, ${now},
      ${now}, ${now}
    )
    returning payment_id`
  if (!payment) throw new Error('a payment left no row')
  const { payment_id: paymentId } = payment
  for (const part of parts) {
    await tx`
      insert into payment_debts (org_id, payment_id, debt_id, amount_minor, created_at)
      values (${orgId}, ${paymentId}, ${part.debt.debt_id}, ${part.amountMinor}, ${now})`
    const { reference, actorName } = recorded
    await settleDebt(orgId, tx, part.debt, { paymentId, amountMinor: part.amountMinor, reference, actorName, now })
  }
  return paymentId
}

/** What of a debt can be paid now: all that is open, or so much of it; what is being collected already is not. */
export function requirePayable(debt: LockedDebt, amountMinor: number | undefined): number {
  const payableMinor = debt.open_minor - debt.attempted_minor
  if (debt.open_minor === 0) {
    const what = debt.kind === 'instalment' ? 'instalment' : 'debt'
    throw new ApiError('state_conflict', { message: `The ${what} is ${debt.debt_status}.`, open_amount: 0 })
  }
  if (payableMinor === 0) throw new ApiError('state_conflict', { message: 'The debt is being collected.' })
  if (amountMinor === undefined) return payableMinor
  if (amountMinor > payableMinor) {
    const open_amount = toMajor(payableMinor, debt.currency)
    const message = `Only ${open_amount} ${debt.currency} of debt ${debt.debt_id} is open.`
    throw new ApiError('state_conflict', { param: 'amount', message, open_amount })
  }
  return amountMinor
}
