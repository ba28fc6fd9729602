import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { LockedDebt } from './lock-debts.ts'
import { noteReturnedTax } from './note-returned-tax.ts'

/** What pays a debt: exactly one of them. */
export type SettledBy =
  | { paymentId: number; refundId?: never; creditEntryId?: never }
  | { paymentId?: never; refundId: number; creditEntryId?: never }
  | { paymentId?: never; refundId?: never; creditEntryId: number }

type Settlement = SettledBy & {
  amountMinor: number
  reference?: string | null
  actorName?: string | null
  now: Date
}

/**
 * Writes down that a debt was paid, in whole or in part, with the sums beside it: of the debt, the payment and the order. The caller has
 * locked all three. Constraints refuse what would pay a debt twice, or with more than a payment was.
 */
export async function settleDebt(orgId: OrgId, tx: Tx, debt: LockedDebt, settlement: Settlement): Promise<number> {
  const { amountMinor, paymentId = null, refundId = null, creditEntryId = null, now } = settlement
  const [row] = await tx<{ settlement_id: number }[]>`
    insert into settlements (org_id, debt_id, payment_id, refund_id, credit_entry_id, amount_minor, reference, actor_name, created_at)
    values (
      ${orgId}, ${debt.debt_id}, ${paymentId}, ${refundId}, ${creditEntryId}, ${amountMinor}, ${settlement.reference ?? null},
      ${settlement.actorName ?? null}, ${now}
    )
    returning settlement_id`
  if (!row) throw new Error('a settlement left no row')
  await addToDebt(orgId, tx, debt.debt_id, { settledMinor: amountMinor }, now)
  if (paymentId !== null) await addToPayment(orgId, tx, paymentId, amountMinor, now)
  if (debt.order_id !== null && debt.owed_by === 'fan')
    await addToOrder(orgId, tx, debt.order_id, { paidMinor: amountMinor, owedMinor: -amountMinor }, now)
  return row.settlement_id
}

type SettlementRow = {
  settlement_id: number
  debt_id: number
  payment_id: number | null
  refund_id: number | null
  credit_entry_id: number | null
  amount_minor: number
}

/** Settlements of a debt, or by a payment, that still count, the newest first. */
export const findSettlements = (orgId: OrgId, tx: Tx, of: { debtId: number } | { paymentId: number }) =>
  tx<SettlementRow[]>`
    select settlement_id, debt_id, payment_id, refund_id, credit_entry_id, amount_minor
    from settlements s
    where org_id = ${orgId}
      and ${'debtId' in of ? tx`debt_id = ${of.debtId}` : tx`payment_id = ${of.paymentId}`}
      and amount_minor > 0
      and not exists (
        select
        from settlements r
        where r.org_id = ${orgId}
          and r.reverses_settlement_id = s.settlement_id
      )
    order by settlement_id desc`

/** A settlement that counts no more, by a row against it; each once, which an index holds. What it paid is owed again. */
export async function reverseSettlement(
  orgId: OrgId,
  tx: Tx,
  debt: LockedDebt,
  settlement: SettlementRow,
  { outcome, actorName = null, now }: { outcome: 'returned' | null; actorName?: string | null; now: Date },
): Promise<void> {
  const { settlement_id, payment_id, refund_id, credit_entry_id, amount_minor } = settlement
  await tx`
    insert into settlements (
      org_id, debt_id, payment_id, refund_id, credit_entry_id, reverses_settlement_id, amount_minor, actor_name, created_at
    )
    values (
      ${orgId}, ${debt.debt_id}, ${payment_id}, ${refund_id}, ${credit_entry_id}, ${settlement_id}, ${-amount_minor}, ${actorName},
      ${now}
    )`
  await addToDebt(orgId, tx, debt.debt_id, { settledMinor: -amount_minor, outcome }, now)
  if (payment_id !== null) await addToPayment(orgId, tx, payment_id, -amount_minor, now)
  if (debt.order_id !== null && debt.owed_by === 'fan')
    await addToOrder(orgId, tx, debt.order_id, { paidMinor: -amount_minor, owedMinor: amount_minor }, now)
}

type Release = {
  kind: 'waived' | 'cancelled'
  /** Below zero: it is asked for again. */
  amountMinor: number
  reason: string | null
  actorName?: string | null
  /** The tickets that go back with it, whose rates of tax go back first. */
  ticketIds?: number[] | undefined
  now: Date
}

/** What the fan is not asked for any more: written off, or gone with what it was for. The caller has locked debt and order. */
export async function releaseDebt(orgId: OrgId, tx: Tx, debt: LockedDebt, release: Release): Promise<void> {
  const { kind, amountMinor, reason, actorName = null, ticketIds, now } = release
  // What is written off was supplied all the same.
  const isReturned = kind === 'cancelled' && debt.owed_by === 'fan'
  const taxes = isReturned ? await noteReturnedTax(orgId, tx, debt.order_id, amountMinor, ticketIds) : null
  await tx`
    insert into debt_releases (org_id, debt_id, kind, amount_minor, reason, actor_name, taxes, created_at)
    values (${orgId}, ${debt.debt_id}, ${kind}, ${amountMinor}, ${reason}, ${actorName}, ${taxes}::jsonb, ${now})`
  await addToDebt(
    orgId,
    tx,
    debt.debt_id,
    kind === 'waived' ? { waivedMinor: amountMinor } : { cancelledMinor: amountMinor },
    now,
  )
  if (debt.order_id !== null && debt.owed_by === 'fan')
    await addToOrder(orgId, tx, debt.order_id, { paidMinor: 0, owedMinor: -amountMinor }, now)
}

type DebtSums = {
  settledMinor?: number
  waivedMinor?: number
  cancelledMinor?: number
  outcome?: 'returned' | null
}

async function addToDebt(orgId: OrgId, tx: Tx, debtId: number, sums: DebtSums, now: Date): Promise<void> {
  const { settledMinor = 0, waivedMinor = 0, cancelledMinor = 0, outcome } = sums
  const changed = settledMinor + waivedMinor + cancelledMinor
  const [debt] = await tx<{ membership_plan_id: number | null }[]>`
    update debts
    set settled_minor = settled_minor + ${settledMinor}, waived_minor = waived_minor + ${waivedMinor},
      cancelled_minor = cancelled_minor + ${cancelledMinor},
      last_outcome = ${outcome === undefined ? tx`last_outcome` : tx`${outcome}`},
      closed_at = case
        when settled_minor + waived_minor + cancelled_minor + ${changed}::bigint = amount_minor then ${now}::timestamptz
      end,
      next_attempt_at = case
        when settled_minor + waived_minor + cancelled_minor + ${changed}::bigint < amount_minor then next_attempt_at
      end,
      held_attempt_at = case
        when settled_minor + waived_minor + cancelled_minor + ${changed}::bigint < amount_minor then held_attempt_at
      end,
      ladder_at = case when ${changed}::bigint < 0 and kind = 'instalment' then ${now}::timestamptz else ladder_at end,
      changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}
    returning membership_plan_id`
  if (debt?.membership_plan_id == null) return
  await tx`
    update membership_plans
    set paid_minor = paid_minor + ${settledMinor}, waived_minor = waived_minor + ${waivedMinor},
      cancelled_minor = cancelled_minor + ${cancelledMinor}, open_minor = open_minor - ${changed}, changed_at = ${now}
    where org_id = ${orgId}
      and membership_plan_id = ${debt.membership_plan_id}`
}

const addToPayment = (orgId: OrgId, tx: Tx, paymentId: number, settledMinor: number, now: Date) => tx`
  update payments
  set settled_minor = settled_minor + ${settledMinor}, changed_at = ${now}
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

/** What is paid and owed of an order, from the first debt on; before it, a payment paid all of it. */
export const addToOrder = (
  orgId: OrgId,
  tx: Tx,
  orderId: number,
  { paidMinor, owedMinor }: { paidMinor: number; owedMinor: number },
  now: Date,
) => tx`
  update orders
  set paid_minor = coalesce(paid_minor, total_minor) + ${paidMinor}, owed_minor = coalesce(owed_minor, 0) + ${owedMinor},
    changed_at = ${now}
  where org_id = ${orgId}
    and order_id = ${orderId}`
