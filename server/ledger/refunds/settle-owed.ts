import type { FastifyRequest } from 'fastify'
import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { audit, type ChangeBy } from '../../resources/change-row.ts'
import { debts, findDebts } from '../ledger/debt.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'
import { releaseDebt } from '../ledger/settle-debt.ts'

/** Staff say what becomes of the rest that a member owes whose membership ends. */
export const OwedAfterEnd = OneOf(['stays_owed', 'write_off'], {
  default: 'stays_owed',
  description:
    'what becomes of what is still owed: stays_owed: the buyer is asked for it by mail, with a link, and nothing is charged any more; write_off: nothing is asked for',
})

/** The reason where staff give none. */
export const WRITTEN_OFF = 'membership cancelled'

/** Staff who may end a membership need not be among those who may let money go. */
export function requireRightToWriteOff({ principal }: Pick<FastifyRequest, 'principal'>, isWrittenOff: boolean): void {
  if (isWrittenOff && !principal.scopes.has('debts:manage'))
    throw new AccessError('scope_missing', { message: 'Writing off what is owed needs the scope debts:manage.' })
}

/** Locks and answers the open debts of the term that a member shows. */
export async function lockOwedForTerm(orgId: OrgId, tx: Tx, memberId: number): Promise<LockedDebt[]> {
  const rows = await tx<{ debt_id: number }[]>`
    select d.debt_id
    from members m
    join membership_plans p on p.org_id = ${orgId} and p.membership_member_id = m.membership_member_id
      and p.term_order_id = m.membership_order_id
    join debts d on d.org_id = ${orgId} and d.membership_plan_id = p.membership_plan_id
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}
      and d.closed_at is null`
  const debtIds = rows.map(({ debt_id }) => debt_id)
  const locked = await lockDebts(orgId, tx, debtIds)
  return locked.filter(({ open_minor }) => open_minor > 0)
}

/** Nothing that a payment is just collecting is written off: its money would have to go back. */
export function requireUncollected(owed: LockedDebt[]): void {
  if (owed.every(({ attempt_payment_id: paymentId }) => paymentId === null)) return
  const message = 'A payment is just collecting what is owed. Try again once it has ended, or let the rest stay owed.'
  throw new ApiError('state_conflict', { param: 'owed', message })
}

/** Writes all that is open of these debts off, which are locked. Answers how much. */
export async function writeOffOwed(
  by: ChangeBy,
  owed: LockedDebt[],
  written: { reason: string; actorName: string | null },
) {
  const { orgId, tx, clock } = by
  const now = clock(orgId)
  for (const debt of owed) {
    const { debt_id: debtId, open_minor: amountMinor } = debt
    await releaseDebt(orgId, tx, debt, { kind: 'waived', amountMinor, ...written, now })
    const [after] = await findDebts(orgId, tx, now, [debtId])
    if (!after) throw new Error(`there is no debt ${debtId}`)
    const before = { status: debt.debt_status }
    await audit(debts, by, debtId, 'waived', { before, after: { ...after, amount_minor: amountMinor } })
    await publishAll(orgId, tx, clock, [{ type: 'debt.settled', data: { debt: after } }])
  }
}

export const sumOfOwed = (owed: LockedDebt[]): number => owed.reduce((sum, { open_minor }) => sum + open_minor, 0)
