import type { OrgId } from '../../access/principal.ts'
import { noteMandate, openRest, oweByDebit, type SubmittedDebit } from '../../ledger/ledger/owe-submitted.ts'
import { giveMandate } from '../../payments/mandates/give-mandate.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { localDate } from '../../platform/values/time.ts'
import type { BasketMembershipRow } from '../membership-sale/basket-memberships.ts'
import type { ConfirmedOrder } from './stages.ts'

/** Those that a debit pays for, by a mandate that was given with it. */
export const isDebited = ({ settled }: ConfirmedOrder): boolean => settled.payment?.mandate !== undefined

/** Those that are confirmed before their debit is money. */
const submittedIn = (sold: ConfirmedOrder[]): (SubmittedDebit & { sale: ConfirmedOrder })[] =>
  sold.flatMap((sale) => {
    const { order, payment, settled } = sale
    const { mandate, isSubmitted = false, reference } = settled.payment ?? {}
    if (!isSubmitted || !payment || !mandate || reference === undefined) return []
    return [{ sale, order, paymentId: payment.payment_id, reference, amountMinor: payment.amount_minor, mandate }]
  })

/**
 * A membership that is debited whole is a plan of one part, as on an invoice: it is paid when the debit is, and its member pays by
 * instalments until then, and again from when it comes back. Where credit pays a part it is no plan, which credit never pays.
 */
export async function planDebited(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sold: ConfirmedOrder[],
  memberships: BasketMembershipRow[],
): Promise<void> {
  for (const { sale, order } of submittedIn(sold)) {
    if (order.credit_minor !== null) continue
    const whole = memberships.filter(({ basket_id, plan }) => basket_id === sale.settled.basketId && plan === null)
    for (const membership of whole) {
      const [line] = await tx<{ amount_minor: number }[]>`
        select price_minor - discount_minor + coalesce(added_tax_minor, 0) as amount_minor
        from order_lines
        where org_id = ${orgId}
          and order_id = ${order.order_id}
          and order_line_id = ${membership.order_line_id}`
      if (!line || line.amount_minor === 0) continue
      const due_on = localDate(now, membership.timezone)
      membership.plan = [{ number: 1, due_on, amount_minor: line.amount_minor }]
    }
  }
}

/** Before plans are opened: the orders are stored, and owe what their debits collect. */
export async function oweSubmitted(orgId: OrgId, tx: Tx, now: Date, sold: ConfirmedOrder[]): Promise<void> {
  for (const debit of submittedIn(sold)) await oweByDebit(orgId, tx, now, debit)
}

/** After them: what debits collect beside plans, and the mandates, with what was kept to be debited again. */
export async function storeMandates(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  sold: ConfirmedOrder[],
  meansOf: ReadonlyMap<number, number>,
): Promise<void> {
  for (const debit of submittedIn(sold)) await openRest(orgId, tx, clock, debit)
  for (const { order, payment, settled } of sold.filter(isDebited)) {
    const mandate = settled.payment?.mandate
    if (!payment || !mandate) continue
    const [row] = await tx<{ language: string | null }[]>`
      select language
      from orders
      where org_id = ${orgId}
        and order_id = ${order.order_id}`
    const mandateId = await giveMandate(orgId, tx, clock, {
      mandate,
      userId: order.user_id,
      meansId: meansOf.get(order.order_id) ?? null,
      provider: payment.provider,
      account: payment.payment_account_id,
      version: payment.mandate_version,
      language: row?.language ?? null,
    })
    await noteMandate(orgId, tx, payment.payment_id, mandateId)
  }
}
