import type { FastifyRequest } from 'fastify'
import { type Actor, actorOf } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { refundFromTill } from '../../payments/tills/use-till.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { LockedDebt } from '../ledger/lock-debts.ts'
import { settleDebt } from '../ledger/settle-debt.ts'
import { applyRefundResult } from './settle-refund.ts'

export type PayOut = {
  /** cash: over the counter; transfer: to an account. */
  way: 'cash' | 'transfer'
  reference: string | null
  tillId: number | null
}

/** By a request, or by the program, which has no till. */
type At = { orgId: OrgId; tx: Tx; clock: Clock } & ({ request: FastifyRequest } | { actor: Actor })

/** What the club owes was handed back, all of it: the debt is paid, and the refund that it carries out has succeeded. */
export async function payOutDebt(at: At, debt: LockedDebt, { way, reference, tillId }: PayOut): Promise<void> {
  const { orgId, tx, clock } = at
  const { refund_id: refundId } = debt
  if (refundId === null) throw new ApiError('state_conflict', { message: 'There is no refund behind it.' })
  const now = clock(orgId)
  const kind = way === 'cash' ? 'cash_refund' : 'transfer_refund'
  if (kind !== debt.kind) {
    await tx`
      update debts
      set kind = ${kind}
      where org_id = ${orgId}
        and debt_id = ${debt.debt_id}`
  }
  const { name: actorName = null } = 'request' in at ? actorOf(at.request) : at.actor
  await settleDebt(orgId, tx, debt, { refundId, amountMinor: debt.open_minor, reference, actorName, now })
  if (tillId !== null && 'request' in at)
    await refundFromTill(orgId, tx, at.request, { tillId, refundId, currency: debt.currency, now })
  await applyRefundResult(
    orgId,
    tx,
    clock,
    { refundId, orderId: debt.order_id },
    { kind: 'succeeded', reference: `handed_back_${debt.debt_id}` },
  )
}
