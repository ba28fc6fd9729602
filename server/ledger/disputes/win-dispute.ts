import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { moveMembers } from '../instalments/move-members.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'
import { writeReversal } from '../ledger/payment-reversal.ts'
import { releaseDebt, settleDebt } from '../ledger/settle-debt.ts'

type OpenedRow = { debt_id: number; amount_minor: number; cancelled_minor: number; waived_minor: number }

/**
 * A dispute that the organisation has won: the money is back, and settles what was owed because of it, also where that was let go
 * meanwhile. Where the fan has paid the debt since, the money is left for a person to decide about. True when anything changed.
 */
export async function winDispute(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { paymentId, reference }: { paymentId: number; reference: string },
): Promise<boolean> {
  const opened = await findOpened(orgId, tx, paymentId, reference)
  if (opened.length === 0) return false
  const debts = await lockDebts(
    orgId,
    tx,
    opened.map(({ debt_id }) => debt_id),
  )
  await tx`
    select 1
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
    for no key update`
  // Another process that hears of it waited for the locks, and finds it done.
  const rows = await findOpened(orgId, tx, paymentId, reference)
  for (const row of rows) {
    const debt = debts.find(({ debt_id }) => debt_id === row.debt_id)
    if (!debt) throw new Error(`debt ${row.debt_id} was lost`)
    if (debt.open_minor + row.cancelled_minor + row.waived_minor < row.amount_minor) continue
    await settleAgain(orgId, tx, clock, { debt, row, paymentId, reference })
    const actor = systemActor(orgId)
    if (debt.order_id !== null) await moveMembers({ orgId, tx, clock, actor }, debt.order_id)
  }
  return rows.length > 0
}

type Won = { debt: LockedDebt; row: OpenedRow; paymentId: number; reference: string }

async function settleAgain(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { debt, row, paymentId, reference }: Won,
): Promise<void> {
  const now = clock(orgId)
  const amountMinor = row.amount_minor
  const common = { paymentId, debtId: debt.debt_id, orderId: debt.order_id, currency: debt.currency }
  await writeReversal(orgId, tx, clock, {
    ...common,
    kind: 'dispute_won',
    amountMinor: -amountMinor,
    reference,
    reason: null,
  })
  let missingMinor = Math.max(0, amountMinor - debt.open_minor)
  for (const [kind, releasedMinor] of [
    ['cancelled', row.cancelled_minor],
    ['waived', row.waived_minor],
  ] as const) {
    const part = Math.min(releasedMinor, missingMinor)
    missingMinor -= part
    if (part > 0) await releaseDebt(orgId, tx, debt, { kind, amountMinor: -part, reason: 'The dispute was won.', now })
  }
  await settleDebt(orgId, tx, debt, { paymentId, amountMinor, reference, now })
  const entry = { action: 'payment.dispute_won', objectType: 'payment', objectId: paymentId }
  const after = { reference, amount_minor: amountMinor }
  await recordAs(tx, clock, systemActor(orgId), { ...entry, after })
}

/** What the dispute took, and was not won back before. */
const findOpened = (orgId: OrgId, tx: Tx, paymentId: number, reference: string) => tx<OpenedRow[]>`
  select r.debt_id, r.amount_minor, d.cancelled_minor, d.waived_minor
  from payment_reversals r
  join debts d on d.org_id = ${orgId} and d.debt_id = r.debt_id
  where r.org_id = ${orgId}
    and r.payment_id = ${paymentId}
    and r.kind = 'dispute_opened'
    and r.reference = ${reference}
    and not exists (
      select
      from payment_reversals w
      where w.org_id = ${orgId}
        and w.payment_id = ${paymentId}
        and w.debt_id = r.debt_id
        and w.kind = 'dispute_won'
        and w.reference = ${reference}
    )
  order by r.debt_id`
